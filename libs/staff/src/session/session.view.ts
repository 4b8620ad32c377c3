import { z } from 'zod';
import { object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import { ROLES } from '../account/staff-account.events.js';
import type { SignedIn } from './staff-sessions.js';

export const staffSession = object('StaffSession', 'Who is signed in.', {
  id: uuid('Of the account.'),
  email: text('Of the account.', 'ada@operator.example'),
  role: word('What it may see and do.', ROLES),
  endsAt: utcTime('When the session is over in any case.'),
});

export type SessionView = Readonly<z.output<typeof staffSession>>;

export const sessionView = ({ staffId: id, email, role, endsAt }: SignedIn): SessionView => ({
  id,
  email,
  role,
  endsAt,
});
