/**
 * Returns the token of an `Authorization` header, or null. The case of the scheme does not matter.
 */
export const bearerToken = (authorization: string | undefined): string | null =>
  /^bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
