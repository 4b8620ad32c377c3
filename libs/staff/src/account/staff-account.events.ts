import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

export const ROLES = ['operator', 'finance'] as const;
export type Role = (typeof ROLES)[number];

const about = { staffId: z.string(), at: z.string() };
/** The argon2id hash of a password, and a TOTP secret, encrypted and bound to the account. */
const credentials = { passwordHash: z.string(), sealedSecret: z.string() };

const schemas = {
  /** One of us got an account. */
  StaffCreated: z.object({
    ...about,
    email: personal(z.string()),
    role: z.enum(ROLES),
    ...credentials,
  }),
  /** Password and TOTP secret are new, every session is over; a disabled account is good again. */
  StaffCredentialsReplaced: z.object({ ...about, ...credentials }),
  /**
   * Its owner chose another password; every session but this one is over. Codes up to this 30 s step
   * are used up.
   */
  StaffPasswordChanged: z.object({
    ...about,
    passwordHash: z.string(),
    sessionId: z.string(),
    step: z.int(),
  }),
  /** Nobody signs in with it any more, and every session is over. */
  StaffDisabled: z.object(about),
  /** A session began; its id is the hash of its secret. Codes up to this 30 s step are used up. */
  StaffSignedIn: z.object({ ...about, sessionId: z.string(), step: z.int() }),
  /** One session is over. */
  StaffSignedOut: z.object({ ...about, sessionId: z.string() }),
  /** Every session is over. */
  StaffSignedOutEverywhere: z.object(about),
  /** Something was asked of the queue dashboard; `path` names queue, job and action. */
  StaffActedOnQueue: z.object({ ...about, method: z.string(), path: z.string() }),
};

export type StaffEvent = EventOf<typeof schemas>;
export const parseStaffEvent = parserOf('staff', schemas, 'staffId');
