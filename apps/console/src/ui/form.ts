import type { SubmitEvent } from 'react';

/** Values of a form's fields, trimmed. Passwords are unchanged. */
export type Fields = Readonly<Record<string, string | undefined>>;

export const formOf =
  (send: (fields: Fields) => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(fieldsOf(new FormData(event.currentTarget)));
  };

/** Passwords are recognized by field name, because the input type can change to text. */
const IS_PASSWORD = /password/i;

export const fieldsOf = (form: Iterable<readonly [string, unknown]>): Fields =>
  Object.fromEntries(
    Array.from(form, ([name, value]) => {
      const text = typeof value === 'string' ? value : '';
      return [name, IS_PASSWORD.test(name) ? text : text.trim()];
    }),
  );
