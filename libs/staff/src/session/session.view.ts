import { z } from 'zod';
import { text, utcTime, uuid, word } from '#http/response-schemas.js';
import { ROLES } from '../account/staff-account.events.js';
import type { SignedIn } from './staff-sessions.js';

export const staffSession = z
  .strictObject({
    id: uuid('Of the account.'),
    email: text('Of the account.', 'ada@operator.example'),
    role: word('What it may see and do.', ROLES),
    endsAt: utcTime('When the session is over in any case.'),
  })
  .meta({ id: 'StaffSession', description: 'Who is signed in.' });

export type SessionView = Readonly<z.output<typeof staffSession>>;

export const sessionView = ({ staffId: id, email, role, endsAt }: SignedIn): SessionView => ({
  id,
  email,
  role,
  endsAt,
});
