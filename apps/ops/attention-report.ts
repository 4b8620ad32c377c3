import type { NamedEntry } from '#console';

/** What needs attention, for people. */
export const attentionReport = (entries: readonly NamedEntry[]): string =>
  entries.length === 0
    ? 'Nothing needs attention: nothing failed for good or for over half a minute, or is open for over five minutes.'
    : [...entries.map(entryText), 'npm run ops -- attention retry --id <id>'].join('\n');

const entryText = (entry: NamedEntry): string => {
  const { id, since, tries, lastError, history, next } = entry;
  const failed = tries === 0 ? '' : ` (${tries} ${tries === 1 ? 'try' : 'tries'} failed)`;
  return [
    id,
    `  ${subjectOf(entry)}, since ${since}`,
    ...(history.length === 0 ? [] : [`  ${history.map(({ event }) => event).join(' > ')}`]),
    `  ${lastError ?? 'nothing failed; it only takes long'}${failed}`,
    `  ${next}\n`,
  ].join('\n');
};

const subjectOf = ({ about, amount, user, partnerName, waitsFor }: NamedEntry): string =>
  [
    amount === null ? about : `${about} of ${amount} USD`,
    ...(user === null ? [] : [`${user.name} (${user.email})`]),
    ...(partnerName === null ? [] : [`partner ${partnerName}`]),
    ...(waitsFor === null ? [] : [`waits for ${waitsFor}`]),
  ].join(', ');
