import { randomUUID } from 'node:crypto';
import { type EventMode, eventModeOf, type RequestMode, requestModeOf } from './fault.modes.js';

export type Side = 'broker' | 'identity';
export type EventStream = 'accounts' | 'journals' | 'trades' | 'webhook';

export type FaultOrder = {
  readonly side: Side;
  readonly match: string;
  readonly mode: string;
  readonly count: number;
};

/**
 * Objects that lookups do not find, with the end of that period in epoch ms. The key is a URL, or the
 * subject of a write.
 */
type Blindness = Map<string, number>;

type Fault = FaultOrder & {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly request: RequestMode | null;
  readonly event: EventMode | null;
  readonly blind: Blindness;
  left: number;
  hits: number;
};

/** Injected faults, in memory only. */
export class Faults {
  private faults: Fault[] = [];

  /** @throws {Error} with the allowed values. */
  add(order: FaultOrder): object {
    const [method = '', target = '', ...rest] = order.match.trim().split(/\s+/);
    if (target === '' || rest.length > 0)
      throw new Error('match must be "<METHOD> <path prefix>" or "EVENT <stream>"');
    const parts = method === 'EVENT' ? eventParts(target, order.mode) : requestParts(target, order);
    const fault = { ...order, ...parts, id: randomUUID(), method: method.toUpperCase(), target };
    this.faults.push({ ...fault, blind: new Map(), left: order.count, hits: 0 });
    return this.list().at(-1) ?? {};
  }

  list(): readonly object[] {
    return this.faults.map(({ id, side, match, mode, count, left, hits }) => ({
      ...{ id, side, match, mode, count, left, hits },
    }));
  }

  clear(): number {
    return this.faults.splice(0).length;
  }

  /** Returns the fault of this request, or null, and counts one use of the fault. */
  forRequest(side: Side, method: string, path: string): RequestMode | null {
    const fault = this.faults.find(
      (candidate) =>
        candidate.left > 0 &&
        candidate.request !== null &&
        candidate.request.kind !== 'not-found-for' &&
        matches(candidate, side, method, path),
    );
    return fault === undefined ? null : use(fault).request;
  }

  forEvent(stream: EventStream): EventMode | null {
    const fault = this.faults.find(
      ({ left, event, target }) => left > 0 && event !== null && target === stream,
    );
    return fault === undefined ? null : use(fault).event;
  }

  /**
   * Returns whether this lookup must not find its object. A fault on a GET hides a URL from its first
   * lookup on. A fault on a write hides the subject of the write from lookups below the same path.
   */
  blinds(side: Side, url: string, nowMs: number): boolean {
    let found = false;
    for (const fault of this.blinding(side)) {
      if (matches(fault, side, 'GET', pathOf(url))) beginBlindness(fault, url, nowMs);
      if (!isBlind(fault, url, nowMs)) continue;
      fault.hits += 1;
      found = true;
    }
    return found;
  }

  /**
   * Records a write about a subject: an id or address that lookups also contain. Each subject is hidden
   * once, so later writes do not extend the period.
   */
  noteWrite(side: Side, method: string, path: string, about: string, nowMs: number): void {
    for (const fault of this.blinding(side))
      if (matches(fault, side, method, path)) beginBlindness(fault, about, nowMs);
  }

  private blinding(side: Side): readonly Fault[] {
    return this.faults.filter(
      (fault) => fault.request?.kind === 'not-found-for' && fault.side === side,
    );
  }
}

/** Longest wait of a held event for the next event. */
const LONGEST_HOLD_MS = 2_000;

type Delivery = {
  /** True if an earlier event waits for the next one. */
  readonly isHolding: boolean;
  /** Sends the event and a number of copies. */
  readonly now: (copies: number) => void;
  readonly later: (ms: number) => void;
  /** Sends the event after the next one, at the latest after this time. */
  readonly hold: (ms: number) => void;
};

/** Sends an event as its fault requires. */
export const deliver = (fault: EventMode | null, event: Delivery): void => {
  switch (fault?.kind) {
    case undefined:
      return event.now(0);
    case 'drop':
      return;
    case 'duplicate':
      return event.now(fault.value);
    case 'delay':
      return event.later(fault.value);
    case 'reorder':
      return event.isHolding ? event.now(0) : event.hold(LONGEST_HOLD_MS);
  }
};

export const pathOf = (url: string): string => url.split('?')[0] ?? '';

const matches = (fault: Fault, side: Side, method: string, path: string): boolean =>
  fault.side === side && fault.method === method && path.startsWith(fault.target);

const use = (fault: Fault): Fault => {
  fault.left -= 1;
  fault.hits += 1;
  return fault;
};

const beginBlindness = (fault: Fault, key: string, nowMs: number): void => {
  if (fault.request?.kind !== 'not-found-for' || fault.left === 0 || fault.blind.has(key)) return;
  fault.left -= 1;
  fault.blind.set(key, nowMs + fault.request.value);
};

const isBlind = (fault: Fault, url: string, nowMs: number): boolean => {
  if (!url.startsWith(fault.target)) return false;
  const matchesUrl = (key: string) =>
    fault.method === 'GET' ? key === url : decodeURIComponent(url).includes(key);
  return [...fault.blind].some(([key, endMs]) => endMs > nowMs && matchesUrl(key));
};

type Parts = Pick<Fault, 'request' | 'event'>;

const requestParts = (target: string, { mode }: FaultOrder): Parts => {
  if (!target.startsWith('/')) throw new Error('the path prefix must begin with /');
  return { request: requestModeOf(mode), event: null };
};

const eventParts = (target: string, mode: string): Parts => {
  if (!['accounts', 'journals', 'trades', 'webhook'].includes(target))
    throw new Error('EVENT must be followed by accounts, journals, trades or webhook');
  return { request: null, event: eventModeOf(mode) };
};
