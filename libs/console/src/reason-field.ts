import { type FieldRules, TextField } from '#platform/http/fields.js';

/** Why somebody did something, for those who ask later: at least a letter or a digit. */
export const ReasonField = (rules: FieldRules) =>
  TextField({
    ...rules,
    max: 500,
    pattern: /[\p{L}\p{N}]/u,
    code: 'reason_invalid',
    detail: 'must have 1 to 500 characters that can be read',
  });
