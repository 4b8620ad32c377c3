import { parseInstant } from '#kernel/instant.js';
import { unacceptable } from '#kernel/refused.js';
import { EmailField, TextField, WholeField } from '#http/fields.js';
import { ReasonBody } from '../reason.body.js';

export class CreatePartnerBody {
  @TextField({ max: 100, about: 'Name of the partner.', example: 'Acme' })
  readonly name!: string;
}

const SignInField = () =>
  EmailField({ about: 'E-mail of the sign-in.', example: 'server@acme.example' });

export class PartnerUserBody {
  @SignInField() readonly email!: string;
}

export class DisablePartnerUserBody extends ReasonBody {
  @SignInField() readonly email!: string;
}

export class RevokeKeyBody {
  @TextField({ about: 'Id of the key.', example: '8qdeg1livyf1se7brd9e5hvaujdbeew42' })
  readonly keyId!: string;
  @TextField({
    optional: true,
    max: 30,
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/,
    code: 'time_invalid',
    detail: 'must be a time with its offset, like 2026-03-31T17:00:00Z',
    about: 'Time of the end instead of now. The last request counts.',
    example: '2026-03-31T17:00:00Z',
  })
  readonly at?: string;
}

export class ScheduleBody {
  @TextField({ about: 'Time zone.', example: 'America/New_York' })
  readonly zone!: string;
  @TextField({ about: 'Local time in the zone.', example: '17:00' })
  readonly cutOff!: string;
  @TextField({ about: '`day`, `week` or `month`.', example: 'week' })
  readonly every!: string;
  @TextField({
    optional: true,
    about: '`mon` … `sun` for weeks; `1` … `28` or `last` for months.',
    example: 'fri',
  })
  readonly on?: string;
  @WholeField({ min: 0, max: 60, about: 'Business days until the transfer is due.', example: 2 })
  readonly dueDays!: number;
}

/** @throws {Refused} 422 for a time that does not exist, such as 31 February. */
export const momentOf = (text: string): Date => {
  const moment = parseInstant(text);
  if (moment !== null) return moment;
  const detail = 'must be a time that exists';
  throw unacceptable({ pointer: '/at', code: 'time_invalid', detail });
};
