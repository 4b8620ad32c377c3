/** The token of an `Authorization` header; the scheme in any case. Null when there is none. */
export const bearerToken = (authorization: string | undefined): string | null =>
  /^bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
