import { randomUUID } from 'node:crypto';
import type { Json } from './service.js';

export const email = () => `ada-${randomUUID()}@users.example`;

/** Body of `POST /v1/users`. */
export const person = (more: Json = {}): Json => ({
  email: email(),
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1990-12-10',
  country: 'DE',
  phoneNumber: '+4915112345678',
  ...more,
});

/** Body of `POST /v1/user`. */
export const registration = (more: Json = {}): Json => ({
  name: 'Ada',
  familyName: 'Lovelace',
  email: email(),
  countryCode: 'JPN',
  ...more,
});

/** Returns the errors of a 400 or 422 response as `<pointer> <code>`. */
export const codes = (body: Json): string[] =>
  (body['errors'] as { pointer: string; code: string }[]).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
