type Key = { readonly revokedAt: string | null; readonly endsAt: string | null };

/** Returns the state of the key at this time. */
export const keyState = ({ revokedAt, endsAt }: Key, nowMs: number) => {
  if (revokedAt !== null) return 'revoked';
  return endsAt !== null && Date.parse(endsAt) <= nowMs ? 'ended' : 'active';
};
