import type { SubmitEvent } from 'react';

/** Handles a form by the texts of its fields, without the spaces around them. */
export const formOf =
  (send: (fields: Readonly<Record<string, string | undefined>>) => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget).entries()];
    send(
      Object.fromEntries(
        entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
      ),
    );
  };
