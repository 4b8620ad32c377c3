/** Fault of a request. `executes`: the provider executes the request, and only the response is lost. */
export type RequestMode =
  | { readonly kind: 'hang' | 'reset' | 'html-200'; readonly executes: boolean }
  | { readonly kind: 'status'; readonly executes: boolean; readonly value: number }
  | { readonly kind: 'half-body' | 'broken-json' | 'other-schema'; readonly executes: true }
  | { readonly kind: 'not-found-for' | 'delay'; readonly executes: false; readonly value: number };

/** Fault of an event. `value`: copies in addition to the event, or a delay in ms. */
export type EventMode =
  | { readonly kind: 'duplicate' | 'delay'; readonly value: number }
  | { readonly kind: 'reorder' | 'drop' };

const REQUEST_MODES = [
  ...['hang', 'execute-then-hang', 'reset', 'execute-then-reset'],
  ...['status:<code>', 'execute-then-status:<code>', 'html-200', 'execute-then-html-200'],
  ...['half-body', 'broken-json', 'other-schema', 'not-found-for:<ms>', 'delay:<ms>'],
];
const EVENT_MODES = ['duplicate:<n>', 'reorder', 'drop', 'delay:<ms>'];

/** @throws {Error} with the allowed modes. */
export const requestModeOf = (text: string): RequestMode => {
  const { kind, value } = parse(REQUEST_MODES, text);
  const executes = /^execute-then-|^(half-body|broken-json|other-schema)$/.test(kind);
  return { kind: kind.replace('execute-then-', ''), executes, value } as RequestMode;
};

/** @throws {Error} with the allowed modes. */
export const eventModeOf = (text: string): EventMode => parse(EVENT_MODES, text) as EventMode;

const LIMITS = new Map([
  ['code', { min: 200, max: 599 }],
  ['ms', { min: 0, max: 24 * 60 * 60 * 1_000 }],
  ['n', { min: 1, max: 1_000 }],
]);

const parse = (modes: readonly string[], text: string): { kind: string; value?: number } => {
  const [kind = '', given, ...rest] = text.split(':');
  const mode = modes.find((each) => each.split(':')[0] === kind);
  const limits = LIMITS.get(/<(.*)>$/.exec(mode ?? '')?.[1] ?? '');
  if (mode !== undefined && rest.length === 0) {
    if (limits === undefined && given === undefined) return { kind };
    const value = /^\d+$/.test(given ?? '') ? Number(given) : Number.NaN;
    if (limits !== undefined && value >= limits.min && value <= limits.max) return { kind, value };
  }
  throw new Error(`mode must be one of ${modes.join(', ')}`);
};
