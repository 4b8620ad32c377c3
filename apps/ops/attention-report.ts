import type { NamedEntry } from '#console-api/attention/attention-names.js';

type ReportContext = {
  /** Number of further entries that are failing and being retried. */
  readonly unlisted: number;
  /** True if the pre-funded account does not cover the deposits in flight. */
  readonly short: boolean;
};

/** Formats the entries that need attention for people. */
export const attentionReport = (
  entries: readonly NamedEntry[],
  { unlisted, short }: ReportContext,
): string => {
  const notes = [...failingText(unlisted), ...(short ? [SHORT] : [])];
  if (entries.length > 0) return [...entries.map(entryText), NEXT_STEPS, ...notes].join('\n');
  return notes.length === 0 ? NOTHING : ['Nothing is stuck.', ...notes].join('\n');
};

const NOTHING =
  'No work needs attention: nothing failed permanently or for over 30 seconds, and nothing is open for over 5 minutes.';
const SHORT =
  'The pre-funded account does not cover the deposits in flight, so deposits wait. Replenish the account.';

const NEXT_STEPS = `Look up the provider’s state of an entry, retry it once the cause is fixed, or close it if it cannot continue:
  npm run ops -- attention look-up --id <id>
  npm run ops -- attention retry --id <id>
  npm run ops -- attention close --id <id> --reason <text>`;

const failingText = (count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `${count} failing and being retried; to see ${count === 1 ? 'it' : 'them'}: npm run ops -- attention list --failing`,
      ];

const entryText = (entry: NamedEntry): string => {
  const { id, state, urgent, since, tries, lastError, history, next } = entry;
  const failed =
    tries === 0
      ? ''
      : ` (${tries} failed ${tries === 1 ? 'attempt' : 'attempts'}, including look-ups)`;
  return [
    urgent ? `${id} (URGENT)` : state === 'failing' ? `${id} (failing, being retried)` : id,
    `  ${subjectOf(entry)}, since ${since}`,
    ...(history.length === 0 ? [] : [`  ${history.map(stepText).join(' > ')}`]),
    `  ${lastError ?? 'no attempt failed, but the work takes long'}${failed}`,
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
