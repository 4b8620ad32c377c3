import type { RecordedEvent } from '../event-store/event-log.js';
import type { Failed, Slice } from './changes.js';
import { activeKey, guardKey, modelPrefix } from './keys.js';
import { APPLY } from './lua.js';
import { NOTHING } from './position.js';
import { asTexts, type Call, type RedisClient } from './script.js';

/** By slice: `applied`, `opened`, `ignored`, `foreign` or `set_back`, then positions and reasons of failures. */
export type Answers = readonly (readonly string[])[];

/**
 * Applies the slices that have no answer yet and notes the answers; to be called until it does not
 * throw. Answered ones are not repeated, because a repeat would no longer tell what failed.
 */
export const applySlices = async (
  redis: RedisClient,
  projection: string,
  generation: string,
  serving: boolean,
  slices: readonly Slice[],
  answers: (readonly string[])[],
  reached: ReadonlyMap<string, string>,
): Promise<void> => {
  const open = [...slices.keys()].filter((i) => answers[i] === undefined);
  const calls = open.map((i) => callFor(projection, generation, serving, slices[i]!, reached));
  const results = await APPLY.settle(redis, calls);
  for (const [k, result] of results.entries())
    if (result.status === 'fulfilled') answers[open[k]!] = asTexts(result.value);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
};

const callFor = (
  projection: string,
  generation: string,
  serving: boolean,
  slice: Slice,
  reached: ReadonlyMap<string, string>,
): Call => {
  const { partnerId, opensAt, lastPosition, unopened, operations } = slice;
  const prefix = modelPrefix(partnerId, projection, generation);
  const flags = [unopened.length > 0 ? '1' : '0', serving ? '1' : '0'];
  const least = reached.get(partnerId) ?? NOTHING;
  const about = [projection, generation, prefix, lastPosition, opensAt, ...flags, least];
  return { keys: [guardKey(partnerId), activeKey(partnerId)], args: about.concat(operations) };
};

export const tooEarly = (event: RecordedEvent): Failed => ({
  event,
  reason: 'Comes before the event that opens its partner',
});

/** Positions and reasons in turn, as the script lists them. */
export const failedIn = (
  words: readonly string[],
  events: readonly RecordedEvent[],
): readonly Failed[] =>
  events.flatMap((event) => {
    const at = words.indexOf(`${event.position}`);
    return at < 0 ? [] : [{ event, reason: words[at + 1] ?? '' }];
  });
