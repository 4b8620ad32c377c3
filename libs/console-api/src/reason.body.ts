import { TextField } from '#http/fields.js';

/** Reason of an action. It must contain a letter or a digit. */
export const ReasonField = (about: string, example: string) =>
  TextField({
    max: 500,
    pattern: /[\p{L}\p{N}]/u,
    code: 'reason_invalid',
    detail: 'must have 1 to 500 characters, with a letter or a digit',
    about,
    example,
  });

/** Body of an action whose reason stays in the log. */
export class ReasonBody {
  @ReasonField('Reason, recorded in the log.', 'The partner credited it by hand')
  readonly reason!: string;
}
