import { ownValue } from '#kernel/own-value.js';

/** Fault of a request. `executes`: the request is executed and only its response is lost. */
export type RequestMode =
  | { readonly kind: 'hang'; readonly executes: boolean }
  | { readonly kind: 'reset'; readonly executes: boolean }
  | { readonly kind: 'status'; readonly executes: boolean; readonly code: number }
  | { readonly kind: 'html'; readonly executes: boolean }
  | { readonly kind: 'half-body' }
  | { readonly kind: 'broken-json' }
  | { readonly kind: 'other-schema' }
  | { readonly kind: 'not-found'; readonly forMs: number }
  | { readonly kind: 'delay'; readonly forMs: number };

/** Fault of an event. `copies` are sent in addition to the event. */
export type EventMode =
  | { readonly kind: 'duplicate'; readonly copies: number }
  | { readonly kind: 'reorder' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly forMs: number };

const REQUEST_MODES: Readonly<Record<string, (parameter: number) => RequestMode>> = {
  hang: () => ({ kind: 'hang', executes: false }),
  'execute-then-hang': () => ({ kind: 'hang', executes: true }),
  reset: () => ({ kind: 'reset', executes: false }),
  'execute-then-reset': () => ({ kind: 'reset', executes: true }),
  'status:<code>': (code) => ({ kind: 'status', executes: false, code }),
  'execute-then-status:<code>': (code) => ({ kind: 'status', executes: true, code }),
  'html-200': () => ({ kind: 'html', executes: false }),
  'execute-then-html-200': () => ({ kind: 'html', executes: true }),
  'half-body': () => ({ kind: 'half-body' }),
  'broken-json': () => ({ kind: 'broken-json' }),
  'other-schema': () => ({ kind: 'other-schema' }),
  'not-found-for:<ms>': (forMs) => ({ kind: 'not-found', forMs }),
  'delay:<ms>': (forMs) => ({ kind: 'delay', forMs }),
};

const EVENT_MODES: Readonly<Record<string, (parameter: number) => EventMode>> = {
  'duplicate:<n>': (copies) => ({ kind: 'duplicate', copies }),
  reorder: () => ({ kind: 'reorder' }),
  drop: () => ({ kind: 'drop' }),
  'delay:<ms>': (forMs) => ({ kind: 'delay', forMs }),
};

export const requestModeOf = (text: string): RequestMode | null => modeOf(REQUEST_MODES, text);
export const eventModeOf = (text: string): EventMode | null => modeOf(EVENT_MODES, text);

export const requestModeNames = (): string => Object.keys(REQUEST_MODES).join(', ');
export const eventModeNames = (): string => Object.keys(EVENT_MODES).join(', ');

const LIMITS = {
  code: { least: 200, most: 599 },
  ms: { least: 0, most: 24 * 60 * 60 * 1_000 },
  n: { least: 1, most: 1_000 },
};

const modeOf = <Mode>(
  modes: Readonly<Record<string, (parameter: number) => Mode>>,
  text: string,
): Mode | null => {
  const [word = '', parameter, ...rest] = text.split(':');
  if (rest.length > 0) return null;
  if (parameter === undefined) return ownValue(modes, word)?.(0) ?? null;
  for (const [unit, { least, most }] of Object.entries(LIMITS)) {
    const make = modes[`${word}:<${unit}>`];
    if (make === undefined) continue;
    const value = /^\d+$/.test(parameter) ? Number(parameter) : Number.NaN;
    return value >= least && value <= most ? make(value) : null;
  }
  return null;
};
