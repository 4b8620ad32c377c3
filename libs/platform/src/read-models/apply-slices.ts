import type { RecordedEvent } from '../event-store/event-log.js';
import type { Failed, Slice } from './changes.js';
import { Combined } from './combined.js';
import { activeKey, guardKey, modelPrefix } from './keys.js';
import { APPLY } from './lua-apply.js';
import { NOTHING } from './position.js';
import type { Change } from './projection.js';
import { asTexts, type Call, type RedisClient } from './script.js';

/** By slice: `applied`, `opened`, `ignored`, `foreign` or `set_back`, then five words of each failure. */
export type Answers = readonly (readonly string[])[];

export type Applying = {
  readonly redis: RedisClient;
  readonly projection: string;
  readonly generation: string;
  readonly serving: boolean;
  /** Partner → the position that its guard must have reached. */
  readonly reached: ReadonlyMap<string, string>;
};

/**
 * Applies the slices that have no answer yet and notes the answers; to be called until it does not
 * throw. Answered ones are not repeated, because a repeat would no longer tell what failed.
 */
export const applySlices = async (
  applying: Applying,
  slices: readonly Slice[],
  answers: (readonly string[])[],
): Promise<void> => {
  const open = [...slices.keys()].filter((i) => isOpen(answers[i]));
  await send(applying, slices, answers, open, wordsOf);
  // Somebody applied the first of its events before: now each is looked at by itself.
  const overlapping = open.filter((i) => isOpen(answers[i]));
  await send(applying, slices, answers, overlapping, eachApart);
};

const isOpen = (answer?: readonly string[]): boolean =>
  answer === undefined || answer[0] === 'overlap';

const send = async (
  applying: Applying,
  slices: readonly Slice[],
  answers: (readonly string[])[],
  open: readonly number[],
  words: (slice: Slice) => Words,
): Promise<void> => {
  const calls = open.map((i) => callFor(applying, slices[i]!, words(slices[i]!)));
  const results = await APPLY.settle(applying.redis, calls);
  for (const [k, result] of results.entries())
    if (result.status === 'fulfilled') answers[open[k]!] = asTexts(result.value);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
};

/** Operations, and the position of the first event when they are combined. */
type Words = { readonly first: string; readonly operations: readonly string[] };

/** A partner that is opened here may have events that do not count. */
const wordsOf = (slice: Slice): Words =>
  slice.opensAt === NOTHING ? together(slice) : eachApart(slice);

const together = ({ steps }: Slice): Words => {
  const combined = new Combined();
  for (const { changes, position } of steps) combined.add(changes, position);
  return { first: steps[0]?.position ?? NOTHING, operations: combined.end() };
};

const eachApart = ({ steps }: Slice): Words => ({
  first: NOTHING,
  operations: steps.flatMap(({ changes, position }) => {
    const combined = new Combined();
    combined.add(changes, position);
    return ['event', position, ...combined.end()];
  }),
});

const callFor = (
  { projection, generation, serving, reached }: Applying,
  { partnerId, opensAt, lastPosition, unopened }: Slice,
  { first, operations }: Words,
): Call => {
  const prefix = modelPrefix(partnerId, projection, generation);
  const flags = [unopened.length > 0 ? '1' : '0', serving ? '1' : '0'];
  const least = reached.get(partnerId) ?? NOTHING;
  const about = [projection, generation, prefix, lastPosition, opensAt, ...flags, least, first];
  const args = [...about, packed(operations)];
  return { keys: [guardKey(partnerId), activeKey(partnerId)], args };
};

/** Half of a character, which Redis could not read. JSON has it escaped. */
const HALF = /\\ud[89a-f]/;

const packed = (words: readonly string[]): string => {
  const text = JSON.stringify(words);
  return HALF.test(text) ? JSON.stringify(words.map(readable)) : text;
};

const readable = (text: string): string => Buffer.from(text).toString();

export const tooEarly = (event: RecordedEvent): Failed => ({
  event,
  reason: 'Comes before the event that opens its partner',
});

const WORDS_OF_FAILURE = 5;

/**
 * The events that the script could not apply. It names the position, or else `doc` or `index`, its
 * name and field, and the reason: what is combined fails for all events that had a part in it.
 */
export const failedIn = (words: readonly string[], { steps }: Slice): readonly Failed[] => {
  const failed = new Map<RecordedEvent, string>();
  for (let i = 0; i < words.length; i += WORDS_OF_FAILURE) {
    const [at = '', kind = '', name = '', field = '', reason = ''] = words.slice(i);
    for (const { event, position, changes } of steps)
      if (
        at === NOTHING ? changes.some((each) => touches(each, kind, name, field)) : at === position
      )
        failed.set(event, failed.get(event) ?? reason);
  }
  return [...failed].map(([event, reason]) => ({ event, reason }));
};

const touches = (change: Change, kind: string, name: string, field: string): boolean => {
  switch (change.op) {
    case 'set':
    case 'delete':
    case 'tally':
      return kind === 'doc' && change.doc === name && field === '';
    case 'add':
      return kind === 'doc' && change.doc === name && change.field === field;
    case 'index':
    case 'unindex':
      return kind === 'index' && change.index === name;
    case 'move':
      return kind === 'index' && (change.from === name || change.to === name);
    case 'rename':
      return change.doc === name;
  }
};
