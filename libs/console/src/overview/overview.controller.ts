import { Controller, Get } from '@nestjs/common';
import { StaffEndpoint } from '#staff/api';
import { Overview } from './overview.js';
import { overviewAnswer } from './overview.view.js';

@Controller('staff/overview')
export class OverviewController {
  constructor(private readonly overview: Overview) {}

  @StaffEndpoint('session', {
    id: 'getOverview',
    tag: 'Overview',
    summary: 'Show how the service is doing',
    description:
      'Figures that are kept anyway, at most a second old: a page may ask every two seconds.',
    answers: { 200: [overviewAnswer, 'The figures.'] },
  })
  @Get()
  show() {
    return this.overview.show();
  }
}
