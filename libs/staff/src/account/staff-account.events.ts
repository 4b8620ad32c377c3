import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

export const ROLES = ['operator', 'finance'] as const;
export type Role = (typeof ROLES)[number];

const about = { staffId: z.string(), at: z.string() };
/** The argon2id hash of a password, and an encrypted TOTP secret that is bound to the account. */
const credentials = { passwordHash: z.string(), sealedSecret: z.string() };

const schemas = {
  /** A staff account was created. */
  StaffCreated: z.object({
    ...about,
    email: personal(z.string()),
    role: z.enum(ROLES),
    ...credentials,
  }),
  /**
   * The account got a new password and TOTP secret, which also enables a disabled account. All
   * sessions ended.
   */
  StaffCredentialsReplaced: z.object({ ...about, ...credentials }),
  /**
   * The owner changed the password. All sessions except `sessionId` ended. Codes up to this 30 s
   * step are used.
   */
  StaffPasswordChanged: z.object({
    ...about,
    passwordHash: z.string(),
    sessionId: z.string(),
    step: z.int(),
  }),
  /** The account was disabled, and all sessions ended. */
  StaffDisabled: z.object(about),
  /** A session began. Its id is the hash of its secret. Codes up to this 30 s step are used. */
  StaffSignedIn: z.object({ ...about, sessionId: z.string(), step: z.int() }),
  /** One session ended. */
  StaffSignedOut: z.object({ ...about, sessionId: z.string() }),
  /** All sessions ended. */
  StaffSignedOutEverywhere: z.object(about),
  /** A staff member acted on the queue dashboard. `path` contains queue, job and action. */
  StaffActedOnQueue: z.object({ ...about, method: z.string(), path: z.string() }),
};

export type StaffEvent = EventOf<typeof schemas>;
export const parseStaffEvent = parserOf('staff', schemas, 'staffId');
