import type { NamedEntry } from '#console';

type Beside = {
  /** How many more are failing and being tried again. */
  readonly unlisted: number;
  /** Whether the pre-funded account does not cover what is on its way. */
  readonly short: boolean;
};

/** What needs attention, for people. */
export const attentionReport = (
  entries: readonly NamedEntry[],
  { unlisted, short }: Beside,
): string => {
  const others = [...failingText(unlisted), ...(short ? [SHORT] : [])];
  if (entries.length > 0) return [...entries.map(entryText), WHAT_TO_DO, ...others].join('\n');
  return others.length === 0 ? NOTHING : ['Nothing is stuck.', ...others].join('\n');
};

const NOTHING =
  'Nothing needs attention: nothing failed for good or for over half a minute, or is open for over five minutes.';
const SHORT =
  'The pre-funded account does not cover what is on its way: deposits wait. Replenish it.';

const WHAT_TO_DO = `Look up how the provider has one, retry it once the cause has gone, or close one that cannot go on:
  npm run ops -- attention look-up --id <id>
  npm run ops -- attention retry --id <id>
  npm run ops -- attention close --id <id> --reason <text>`;

const failingText = (count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `${count} failing and being tried again; to see ${count === 1 ? 'it' : 'them'}: npm run ops -- attention list --failing`,
      ];

const entryText = (entry: NamedEntry): string => {
  const { id, state, since, tries, lastError, history, next } = entry;
  const failed = tries === 0 ? '' : ` (${tries} ${tries === 1 ? 'try' : 'tries'} failed)`;
  return [
    state === 'failing' ? `${id} (failing, and being tried again)` : id,
    `  ${subjectOf(entry)}, since ${since}`,
    ...(history.length === 0 ? [] : [`  ${history.map(stepText).join(' > ')}`]),
    `  ${lastError ?? 'nothing failed; it only takes long'}${failed}`,
    `  ${next}\n`,
  ].join('\n');
};

const stepText = ({ event, times, lastAt }: NamedEntry['history'][number]): string =>
  times === 1 ? event : `${event} (${times} times, last at ${lastAt})`;

const subjectOf = ({ about, amount, user, partnerName, waitsFor }: NamedEntry): string =>
  [
    amount === null ? about : `${about} of ${amount} USD`,
    ...(user === null ? [] : [`${user.name} (${user.email})`]),
    ...(partnerName === null ? [] : [`partner ${partnerName}`]),
    ...(waitsFor === null ? [] : [`waits for ${waitsFor}`]),
  ].join(', ');
