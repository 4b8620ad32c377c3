import type { SubmitEvent } from 'react';

/** The texts of a form's fields, without the spaces around them; passwords as they were typed. */
export type Fields = Readonly<Record<string, string | undefined>>;

export const formOf =
  (send: (fields: Fields) => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(fieldsOf(new FormData(event.currentTarget)));
  };

/** A password is known by its name, as it may be shown while it is typed. */
const IS_PASSWORD = /password/i;

export const fieldsOf = (form: Iterable<readonly [string, unknown]>): Fields =>
  Object.fromEntries(
    Array.from(form, ([name, value]) => {
      const text = typeof value === 'string' ? value : '';
      return [name, IS_PASSWORD.test(name) ? text : text.trim()];
    }),
  );
