import { refusal } from '#http/endpoint.js';

export const verificationNotFound = refusal(
  404,
  'verification_not_found',
  'You have no verification with this id.',
);
