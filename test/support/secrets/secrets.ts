import { needlesOf } from './forms.js';
import { Needles } from './needles.js';

/** Fields and headers with secret values. */
const SECRET_FIELDS = new Set([
  ...['password', 'api-key', 'apiKey', 'authorization', 'authToken', 'refreshToken', 'token'],
  ...['secret', 'taxID', 'id.ssn9', 'content', 'totpSecret'],
]);

/** Secrets that can be recognized in any text: API keys and tokens. */
const EVIDENT = /\bpbk_[a-z0-9]+_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

const SHORTEST = 9;

type Entries = readonly (readonly [value: string, name: string])[];
/** Collected secrets of a process, for another process. */
export type KeptSecrets = {
  readonly passed: Entries;
  readonly named: Entries;
  readonly open: readonly string[];
};

/** Secrets in the calls of a test, by value. */
export class Secrets {
  private readonly passed = new Map<string, string>();
  private readonly named = new Map<string, string>();
  /** Values that were also sent in public fields, so their storage is allowed. */
  private readonly open = new Set<string>();

  /** Values that must not be stored, even if a public field contains them. */
  add(name: string, value: string): void {
    keep(this.named, name, value);
  }

  /** Collects the secrets of a request. Its other values count as public. */
  collectRequest(value: unknown): void {
    this.walk(value, (text) => this.open.add(text));
  }

  /** Collects the secrets of a response. */
  collect(value: unknown): void {
    this.walk(value, () => undefined);
  }

  /** Collects the secrets of a request's text, if it is JSON. */
  collectSent(text: string): void {
    this.collectRequest(parsed(text));
  }

  /** Collects the secrets of a command's output. From plain text it collects API keys and tokens. */
  collectPrinted(text: string): void {
    this.collect(parsed(text));
    for (const [value] of text.matchAll(EVIDENT)) keep(this.passed, 'an API key or token', value);
  }

  get kept(): KeptSecrets {
    return { passed: [...this.passed], named: [...this.named], open: [...this.open] };
  }

  /** Adds the secrets of another process. */
  take({ passed, named, open }: KeptSecrets): void {
    for (const [value, name] of passed) this.passed.set(value, name);
    for (const [value, name] of named) this.named.set(value, name);
    for (const value of open) this.open.add(value);
  }

  /** Avoids recursion, because tests send bodies with ten thousand levels. */
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
  // A masked tax id is public.
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
