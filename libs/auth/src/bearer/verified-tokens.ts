import { LRUCache } from 'lru-cache';
import { SIGNATURE_FRESH_MS } from '#platform/core/timing.js';

const ENTRIES_MAX = 10_000;
/** Of the signature's end, which no two tokens share: quicker to look up than all of a header. */
const KEY_CHARACTERS = 40;

type Claims = { readonly exp: number };
type Entry<Payload> = {
  readonly authorization: string;
  readonly payload: Payload;
  readonly untilMs: number;
};

/**
 * What tokens said whose signature was checked a moment ago, by the `Authorization` header that they came
 * in: checking it again costs more than all else of a request. Whether the key it was got with is still
 * good is asked anew each time, so nothing here outlives a revocation.
 */
export class VerifiedTokens<Payload extends Claims> {
  private readonly entries = new LRUCache<string, Entry<Payload>>({ max: ENTRIES_MAX });

  /** Undefined when its signature must be checked. */
  find(authorization: string, nowMs: number): Payload | undefined {
    const entry = this.entries.get(keyOf(authorization));
    const isKnown = entry?.authorization === authorization && nowMs < entry.untilMs;
    return isKnown ? entry.payload : undefined;
  }

  /** Remembers it for five seconds, and never past its own end. */
  keep(authorization: string, payload: Payload, nowMs: number): void {
    const untilMs = Math.min(nowMs + SIGNATURE_FRESH_MS, payload.exp * 1_000);
    this.entries.set(keyOf(authorization), { authorization, payload, untilMs });
  }
}

const keyOf = (authorization: string): string => authorization.slice(-KEY_CHARACTERS);
