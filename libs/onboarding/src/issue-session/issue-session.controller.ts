import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isDate, isTooYoung } from '#platform/core/dates.js';
import type { Config } from '#platform/config/config.js';
import type { Fault } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { StringField } from '#platform/http/fields.js';
import type { JudgesContent } from '#platform/http/request.pipe.js';
import { IssueSession } from './issue-session.command.js';

const optional = true;
const ADDRESS_CHARS_MAX = 255;

/** An empty string means that the partner does not hold the field. */
export class SessionBody implements JudgesContent {
  @StringField({ optional }) readonly dateOfBirth?: string;
  @StringField({ optional }) readonly gender?: string;
  @StringField({ optional }) readonly maritalStatus?: string;
  @StringField({ optional }) readonly state?: string;
  @StringField({ optional }) readonly city?: string;
  @StringField({ optional }) readonly addressLine1?: string;
  @StringField({ optional }) readonly addressLine2?: string;
  @StringField({ optional }) readonly zipCode?: string;

  contentFaults(_config: Config): Fault[] {
    const { dateOfBirth = '', gender = '', maritalStatus = '', zipCode = '' } = this;
    const faults: Fault[] = [];
    const fault = (field: string, code: string, detail: string) =>
      faults.push({ pointer: `/${field}`, code, detail });
    if (dateOfBirth !== '' && !isDate(dateOfBirth))
      fault('dateOfBirth', 'date_invalid', 'must be a real date, YYYY-MM-DD');
    else if (dateOfBirth !== '' && isTooYoung(dateOfBirth, new Date()))
      fault('dateOfBirth', 'user_too_young', 'must be 18 years ago or more');
    if (!['', 'M', 'F', 'X'].includes(gender))
      fault('gender', 'gender_invalid', 'must be one of: M, F, X');
    if (!['', 'S', 'M', 'D', 'W'].includes(maritalStatus))
      fault('maritalStatus', 'marital_status_invalid', 'must be one of: S, M, D, W');
    if (!/^[A-Za-z0-9\- ]{0,20}$/.test(zipCode))
      fault('zipCode', 'zip_code_invalid', 'must be at most 20 letters, digits, spaces and dashes');
    for (const field of ['state', 'city', 'addressLine1', 'addressLine2'] as const)
      if ((this[field] ?? '').length > ADDRESS_CHARS_MAX)
        fault(field, 'length_invalid', `must have at most ${ADDRESS_CHARS_MAX} characters`);
    return faults;
  }
}

@Controller('v1/onboarding')
export class IssueSessionController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':userId/session-token')
  issue(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() body: SessionBody,
  ) {
    const held = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
    return this.commands.execute(new IssueSession(caller, userId, held));
  }
}
