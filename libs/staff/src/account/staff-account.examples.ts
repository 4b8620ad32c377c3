import type { StaffEvent } from './staff-account.events.js';

/** One example of each event, for specs. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
const staffId = 's-1';
const about = { staffId, at: noon.toISOString() };

export const step = 59_122_440;
export const credentials = { passwordHash: '$argon2id$…', sealedSecret: 'v1.k1.sealed' };
export const otherCredentials = { passwordHash: '$argon2id$other', sealedSecret: 'v1.k1.another' };
export const ada = { staffId, email: 'ada@staff.example', role: 'operator' as const };

export const created: StaffEvent = {
  type: 'StaffCreated',
  data: { ...about, ...ada, ...credentials },
};
export const replaced: StaffEvent = {
  type: 'StaffCredentialsReplaced',
  data: { ...about, ...otherCredentials },
};
export const disabled: StaffEvent = { type: 'StaffDisabled', data: about };
export const signedIn = (sessionId: string, ofStep = step): StaffEvent => ({
  type: 'StaffSignedIn',
  data: { ...about, sessionId, step: ofStep },
});
export const signedOut = (sessionId: string): StaffEvent => ({
  type: 'StaffSignedOut',
  data: { ...about, sessionId },
});
export const signedOutEverywhere: StaffEvent = { type: 'StaffSignedOutEverywhere', data: about };
export const passwordChanged = (sessionId: string): StaffEvent => ({
  type: 'StaffPasswordChanged',
  data: { ...about, passwordHash: '$argon2id$new', sessionId, step },
});
