import { describe, expect, it } from '@jest/globals';
import type { RequestedDeposit } from '#funding';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { sortJournals } from './journals-of-deposits.js';

const deposit = (depositId: string, credits: Record<string, bigint>, accountId = 'a-1') =>
  ({ depositId, accountId, journalId: `j-${depositId}`, credits }) as unknown as RequestedDeposit;
const journal = (id: string, journalKey: string | null, accountId = 'a-1') =>
  ({ id, journalKey, accountId }) as ListedJournal;

/** Each has its own, d-1 had h-1 beside it, which d-2 has now. */
const moved = [
  deposit('d-1', { 'j-d-1': 10n, 'h-1': 0n }),
  deposit('d-2', { 'j-d-2': 20n, 'h-1': 5n }),
  deposit('d-3', { 'j-d-3': 20n }, 'a-2'),
];

describe('whose a journal is', () => {
  it.each<[string, string | null, readonly ListedJournal[]]>([
    ['the deposit’s that it names', 'd-1', [journal('m-1', 'd-1')]],
    ['that of the journal’s that it names', 'd-1', [journal('m-1', 'j-d-1')]],
    ['that of one that counts the journal which it names', 'd-2', [journal('m-1', 'h-1')]],
    ['the one’s that counts it, where it names nothing', 'd-2', [journal('h-1', null)]],
    [
      'the one’s whose the named journal says it is, whoever counts that',
      'd-1',
      [journal('m-1', 'h-1'), journal('h-1', 'd-1')],
    ],
    [
      'not another account’s, whose the named journal says it is',
      'd-2',
      [journal('m-1', 'h-1'), journal('h-1', 'd-3')],
    ],
    ['nobody’s, if it names another account’s', null, [journal('m-1', 'd-3')]],
    ['nobody’s, if two name each other', null, [journal('m-1', 'm-2'), journal('m-2', 'm-1')]],
  ])('is %s', (_, depositId, journals) => {
    const { of, extra } = sortJournals(moved, journals);
    const [first] = journals;
    const owner = moved.find((each) => of(each.depositId).includes(first!));
    expect([owner?.depositId ?? null, extra.includes(first!)]).toEqual([
      depositId,
      depositId === null,
    ]);
  });

  it('does not hang on the order of the deposits', () => {
    const { of } = sortJournals(moved.toReversed(), [journal('h-1', null)]);
    expect(of('d-2')).toHaveLength(1);
  });

  it('is told with the deposit that it names, in whichever account', () => {
    const { namedBy } = sortJournals<ListedJournal>(moved, []);
    expect(namedBy(journal('m-1', 'd-3'))?.depositId).toBe('d-3');
  });
});
