import type { NamedEntry } from '#console-api/attention/attention-names.js';

type Beside = {
  /** Number of further entries that are failing and being retried. */
  readonly unlisted: number;
  /** Whether the pre-funded account does not cover the deposits in flight. */
  readonly short: boolean;
};

/** Formats the entries that need attention for people. */
export const attentionReport = (
  entries: readonly NamedEntry[],
  { unlisted, short }: Beside,
): string => {
  const others = [...failingText(unlisted), ...(short ? [SHORT] : [])];
  if (entries.length > 0) return [...entries.map(entryText), WHAT_TO_DO, ...others].join('\n');
  return others.length === 0 ? NOTHING : ['Nothing is stuck.', ...others].join('\n');
};

const NOTHING =
  'No work needs attention: none failed permanently or for over 30 seconds, or is open for over 5 minutes.';
const SHORT =
  'The pre-funded account does not cover the deposits in flight, so deposits wait. Replenish the account.';

const WHAT_TO_DO = `Look up the provider’s state of an entry, retry it once the cause is fixed, or close it if it cannot continue:
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
  const { id, state, urgent, since, tries, lastError, history, next } = entry;
  const failed =
    tries === 0 ? '' : ` (${tries} ${tries === 1 ? 'try' : 'tries'} failed, look-ups included)`;
  return [
    urgent ? `${id} (URGENT)` : state === 'failing' ? `${id} (failing, and being tried again)` : id,
    `  ${subjectOf(entry)}, since ${since}`,
    ...(history.length === 0 ? [] : [`  ${history.map(stepText).join(' > ')}`]),
    `  ${lastError ?? 'nothing failed, but it takes long'}${failed}`,
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
