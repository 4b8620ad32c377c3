import { type FieldRules, TextField } from '#http/fields.js';

/** Reason of an action. It must contain a letter or a digit. */
export const ReasonField = (rules: FieldRules) =>
  TextField({
    ...rules,
    max: 500,
    pattern: /[\p{L}\p{N}]/u,
    code: 'reason_invalid',
    detail: 'must have 1 to 500 characters, with a letter or a digit',
  });
