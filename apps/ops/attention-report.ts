import type { NamedEntry } from '#console';

/** What needs attention, for people; `unlisted`: how many more are failing and being tried again. */
export const attentionReport = (entries: readonly NamedEntry[], unlisted: number): string => {
  if (entries.length > 0)
    return [...entries.map(entryText), WHAT_TO_DO, ...failingText(unlisted)].join('\n');
  return unlisted === 0
    ? 'Nothing needs attention: nothing failed for good or for over half a minute, or is open for over five minutes.'
    : ['Nothing is stuck.', ...failingText(unlisted)].join(' ');
};

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
