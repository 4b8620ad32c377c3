import type { SubmitEvent } from 'react';

/** The texts of a form's fields, without the spaces around them. */
export type Fields = Readonly<Record<string, string | undefined>>;

export const formOf =
  (send: (fields: Fields) => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget).entries()];
    send(
      Object.fromEntries(
        entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
      ),
    );
  };
