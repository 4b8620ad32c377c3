import { z } from 'zod';
import { object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import { ROLES } from '../account/staff-account.events.js';
import type { SignedIn } from './staff-sessions.js';

export const staffSession = object('StaffSession', 'The signed-in account.', {
  id: uuid('Id of the account.'),
  email: text('E-mail of the account.', 'ada@operator.example'),
  role: word('Role of the account.', ROLES),
  endsAt: utcTime('Latest end of the session.'),
});

export type SessionView = Readonly<z.output<typeof staffSession>>;

export const sessionView = ({ staffId: id, email, role, endsAt }: SignedIn): SessionView => ({
  id,
  email,
  role,
  endsAt,
});
