import { needlesOf } from './forms.js';
import { Needles } from './needles.js';

/** Fields and headers whose values nobody but their owner may find anywhere. */
const SECRET_FIELDS = new Set([
  ...['password', 'api-key', 'apiKey', 'authorization', 'authToken', 'refreshToken', 'token'],
  ...['secret', 'taxID', 'id.ssn9', 'content', 'totpSecret'],
]);

/** Secrets that give themselves away, in whatever text they stand: API keys and tokens. */
const EVIDENT = /\bpbk_[a-z0-9]+_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

const SHORTEST = 9;

type Entries = readonly (readonly [value: string, name: string])[];
/** What one process has collected, for another. */
export type KeptSecrets = {
  readonly passed: Entries;
  readonly named: Entries;
  readonly open: readonly string[];
};

/** Every secret that passed through the calls of a test, by value. */
export class Secrets {
  private readonly passed = new Map<string, string>();
  private readonly named = new Map<string, string>();
  /** What was sent in other fields too: where it lies, it may lie as that. */
  private readonly open = new Set<string>();

  /** To be found nowhere, whatever else it was sent as. */
  add(name: string, value: string): void {
    keep(this.named, name, value);
  }

  /** Takes what is secret from a request; all else in it is no secret. */
  collectRequest(value: unknown): void {
    this.walk(value, (text) => this.open.add(text));
  }

  /** Takes what is secret from an answer. */
  collect(value: unknown): void {
    this.walk(value, () => undefined);
  }

  /** Takes what is secret from the text of a request, if it is JSON. */
  collectSent(text: string): void {
    this.collectRequest(parsed(text));
  }

  /** Takes what is secret from what a command printed: of a text, API keys and tokens. */
  collectPrinted(text: string): void {
    this.collect(parsed(text));
    for (const [value] of text.matchAll(EVIDENT)) keep(this.passed, 'an API key or token', value);
  }

  get kept(): KeptSecrets {
    return { passed: [...this.passed], named: [...this.named], open: [...this.open] };
  }

  /** Adds what another process has collected. */
  take({ passed, named, open }: KeptSecrets): void {
    for (const [value, name] of passed) this.passed.set(value, name);
    for (const [value, name] of named) this.named.set(value, name);
    for (const value of open) this.open.add(value);
  }

  /** Without recursion: what tests send may be ten thousand levels deep. */
  private walk(value: unknown, onOpen: (text: string) => void): void {
    for (const left = [value]; left.length > 0;) {
      const next = left.pop();
      if (typeof next !== 'object' || next === null) continue;
      for (const [name, each] of Object.entries(next))
        if (typeof each !== 'string') left.push(each);
        else if (SECRET_FIELDS.has(name)) keep(this.passed, name, each);
        else onOpen(each);
    }
  }

  needles(): Needles {
    const all = [...this.values()].flatMap(([value, name]) => needlesOf(value, name));
    return new Needles(all);
  }

  get size(): number {
    return this.values().size;
  }

  private values(): Map<string, string> {
    const passed = [...this.passed].filter(([value]) => !this.open.has(value));
    return new Map([...passed, ...this.named]);
  }
}

const keep = (into: Map<string, string>, name: string, value: string): void => {
  const bare = value.replace(/^bearer /i, '').replace(/^data:[^,]*,/, '');
  // A masked tax id is no secret.
  if (bare.length < SHORTEST || bare.includes('*')) return;
  into.set(bare, name);
  const [, apiSecret] = /^pbk_[a-z0-9]+_([\w-]{9,})$/.exec(bare) ?? [];
  if (apiSecret !== undefined) into.set(apiSecret, `the secret part of ${name}`);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
