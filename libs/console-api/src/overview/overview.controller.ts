import { Controller, Get } from '@nestjs/common';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { Overview } from './overview.js';
import { overviewAnswer } from './overview.view.js';

@Controller('staff/overview')
export class OverviewController {
  constructor(private readonly overview: Overview) {}

  @StaffEndpoint('session', {
    tag: 'Overview',
    summary: 'Show the state of the service',
    description: 'Existing metrics, at most one second old. A page may poll every two seconds.',
    answers: { 200: [overviewAnswer, 'The figures.'] },
  })
  @Get()
  getOverview() {
    return this.overview.show();
  }
}
