type Key = { readonly revokedAt: string | null; readonly endsAt: string | null };

/** Whether the key opens something at this moment. */
export const keyState = ({ revokedAt, endsAt }: Key, nowMs: number) => {
  if (revokedAt !== null) return 'revoked';
  return endsAt !== null && Date.parse(endsAt) <= nowMs ? 'ended' : 'active';
};
