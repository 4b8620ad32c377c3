import { LRUCache } from 'lru-cache';

/** Time for which a verified signature is not verified again. */
const SIGNATURE_FRESH_MS = 5_000;

const ENTRIES_MAX = 10_000;
/**
 * Length of the end of the signature. It is unique per token and faster to look up than a whole
 * header.
 */
const KEY_CHARACTERS = 40;

type Claims = { readonly exp: number };
type Entry<Payload> = {
  readonly authorization: string;
  readonly payload: Payload;
  readonly untilMs: number;
};

/**
 * Caches the claims of recently verified tokens by their `Authorization` header, because
 * verification costs more than the rest of a request. The service checks on every request whether
 * the key of the token is still active, so a revocation also ends cached tokens.
 */
export class VerifiedTokens<Payload extends Claims> {
  private readonly entries = new LRUCache<string, Entry<Payload>>({ max: ENTRIES_MAX });

  /** Returns the claims; undefined if the signature must be verified. */
  find(authorization: string, nowMs: number): Payload | undefined {
    const entry = this.entries.get(keyOf(authorization));
    const isKnown = entry?.authorization === authorization && nowMs < entry.untilMs;
    return isKnown ? entry.payload : undefined;
  }

  /** Caches the claims for `SIGNATURE_FRESH_MS`, at most until the token expires. */
  keep(authorization: string, payload: Payload, nowMs: number): void {
    const untilMs = Math.min(nowMs + SIGNATURE_FRESH_MS, payload.exp * 1_000);
    this.entries.set(keyOf(authorization), { authorization, payload, untilMs });
  }
}

const keyOf = (authorization: string): string => authorization.slice(-KEY_CHARACTERS);
