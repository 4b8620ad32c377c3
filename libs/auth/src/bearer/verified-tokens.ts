import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SIGNATURE_FRESH_MS } from '#platform/core/timing.js';

const ENTRIES_MAX = 10_000;

type Claims = { readonly exp: number };
type Entry<Payload> = { readonly payload: Payload; readonly untilMs: number };

/**
 * What tokens said whose signature was checked a moment ago, by their hash: checking it again costs
 * more than all else of a request. Whether the key it was got with is still good is asked anew each
 * time, so nothing here outlives a revocation.
 */
export class VerifiedTokens<Payload extends Claims> {
  private readonly entries = new LRUCache<string, Entry<Payload>>({ max: ENTRIES_MAX });

  /** Undefined when its signature must be checked. */
  find(token: string, nowMs: number): Payload | undefined {
    const entry = this.entries.get(hashOf(token));
    return entry !== undefined && nowMs < entry.untilMs ? entry.payload : undefined;
  }

  /** Remembers it for five seconds, and never past its own end. */
  keep(token: string, payload: Payload, nowMs: number): void {
    this.entries.set(hashOf(token), {
      payload,
      untilMs: Math.min(nowMs + SIGNATURE_FRESH_MS, payload.exp * 1_000),
    });
  }
}

const hashOf = (token: string): string => hash('sha256', token, 'base64');
