type Named = { readonly firstName: string | null; readonly lastName: string | null };

/** What people call a user; nothing is known of one who was erased. */
export const nameOf = ({ firstName, lastName }: Named): string =>
  firstName === null && lastName === null
    ? 'Erased user'
    : `${firstName ?? ''} ${lastName ?? ''}`.trim();
