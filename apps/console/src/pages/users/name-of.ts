type Named = { readonly firstName: string | null; readonly lastName: string | null };

/** Returns the name of a user. An erased user has no name. */
export const nameOf = ({ firstName, lastName }: Named): string =>
  firstName === null && lastName === null
    ? 'Erased user'
    : `${firstName ?? ''} ${lastName ?? ''}`.trim();
