import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ListedJournal } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { claim } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { accountClaim } from '../../../libs/onboarding/src/open-account/account-owner.js';
import { ACCOUNT, type Records, begin, stage } from './records.js';

/** Of another user of ours. */
const OTHER = 'a-other';
const OPENED = ['TraderProfileCreated', 'BrokerAccountStarted', 'BrokerAccountOpened'];

let records: Records;
beforeEach(async () => {
  records = await stage();
  const { world, partnerId } = records;
  const about = { accountId: OTHER };
  await begin(world, partnerId, { stream: 'profile-v', types: OPENED, about });
  const store = new EventStore(world.log);
  for (const [account, user] of [
    [ACCOUNT, 'u'],
    [OTHER, 'v'],
  ] as const)
    await claim(store, accountClaim(account), user, new Date(0), operatorCause(partnerId));
  records.accounts = [ACCOUNT, OTHER].map((id) => ({ id, status: 'SUBMITTED' }));
});

type Journal = Partial<ListedJournal>;

const plant = (change: Journal): void => {
  const one = { id: 'j-extra', journalKey: null, accountId: OTHER, status: 'executed' } as const;
  const amount = { amount: cents(9_00), amountText: '9.00' };
  records.journals.push({ ...one, ...amount, direction: 'to_user', ...change });
};

/** What the whole comparison and the run by itself say, which must be the same. */
const found = async () => {
  const both = [await records.compare(), await records.compareChanges()];
  const [whole, changed] = both.map(({ differences }) =>
    differences.map(({ kind, what, depositId, journalId, accountId }) => ({
      ...{ kind, what, depositId, journalId, accountId },
    })),
  );
  expect(changed).toEqual(whole);
  return changed;
};

describe('a journal that names a deposit of another account of ours', () => {
  const cases: readonly [string, () => Journal, string][] = [
    ['a debit', () => ({ direction: 'to_firm' }), 'journal_unassigned'],
    ['a credit', () => ({}), 'journal_unassigned'],
  ];
  const names: readonly [string, () => string][] = [
    ['its id', () => records.second],
    ['its journal', () => `j-${records.second}`],
  ];
  const table = cases.flatMap(([what, journal, kind]) =>
    names.map(([by, key]) => [what, by, journal, key, kind] as const),
  );
  it.each(table)('is of its own account: %s, by %s', async (_, __, journal, key, kind) => {
    plant({ journalKey: key(), ...journal() });
    expect(await found()).toEqual([
      {
        ...{ kind, depositId: records.second, journalId: 'j-extra', accountId: OTHER },
        what: expect.stringContaining(
          `for deposit ${records.second}: account ${ACCOUNT} in the log, ${OTHER} at the broker`,
        ),
      },
    ]);
  });
});

describe('a journal that moved no money', () => {
  const names: readonly [string, () => Journal][] = [
    ['nothing', () => ({})],
    ['a deposit of another account', () => ({ journalKey: records.second })],
    ['a deposit of its account', () => ({ journalKey: records.second, accountId: ACCOUNT })],
  ];
  const table = names.flatMap(([name, change]) =>
    (['to_user', 'to_firm'] as const).flatMap((direction) =>
      ['rejected', 'canceled'].map((status) => [name, direction, status, change] as const),
    ),
  );
  it.each(table)('is no difference: it names %s, %s, %s', async (_, direction, status, change) => {
    plant({ direction, status, ...change() });
    expect(await found()).toEqual([]);
  });

  it('is one under the key of a deposit that the log has lost', async () => {
    plant({ journalKey: '5f0c2b8e-6b1d-5a0f-9a4c-0d6f2f9f7b31', status: 'rejected' });
    expect(await found()).toMatchObject([{ kind: 'journal_unassigned' }]);
  });
});

describe('a credit that names a deposit whose own journal moved no money', () => {
  it('is the one that the user has', async () => {
    records.journal({ status: 'rejected' });
    plant({ journalKey: records.first, accountId: ACCOUNT });
    expect(await found()).toMatchObject([
      {
        ...{ kind: 'deposit_missing_here', depositId: records.first, journalId: 'j-extra' },
        what: expect.stringMatching(
          /journal j-\S+ is rejected .*, journal j-extra is executed|journal j-extra is executed .*, journal j-\S+ is rejected/,
        ),
      },
    ]);
  });

  it('leaves it to be said that the books still have the deposit', async () => {
    records.journals = records.journals.map((each) =>
      each.journalKey === records.second ? { ...each, status: 'rejected' } : each,
    );
    plant({ journalKey: records.second, accountId: ACCOUNT });
    expect(await found()).toMatchObject([
      {
        kind: 'deposit_amount',
        what: expect.stringContaining('completed with 50.00 in the ledger'),
      },
    ]);
  });
});

describe('a journal that names a deposit', () => {
  it('of its account, and takes from it what it never credited, is a difference', async () => {
    const { id } = records.world.deposits.find(({ status }) => status === 'pending')!;
    plant({ journalKey: id, accountId: ACCOUNT, direction: 'to_firm' });
    expect(await found()).toMatchObject([{ kind: 'deposit_amount', depositId: id }]);
  });

  it('and credits an account that is nobody’s, is one of the deposit', async () => {
    plant({ journalKey: records.second, accountId: 'nobody' });
    expect(await found()).toMatchObject([
      { kind: 'journal_unassigned', depositId: records.second, journalId: 'j-extra' },
    ]);
  });

  it('and is between others, is none of ours', async () => {
    plant({ journalKey: records.second, accountId: 'nobody', direction: 'to_firm' });
    expect(await found()).toEqual([]);
  });
});

describe('a deposit that the log has with another deposit’s journal', () => {
  it.each([
    ['executed', []],
    ['canceled', ['deposit_missing_at_broker']],
  ])('is compared by the amount of its own, which is %s', async (status, kinds) => {
    records.journals = records.journals.map((each) =>
      each.journalKey === records.second ? { ...each, journalKey: records.first } : each,
    );
    const own = { amount: cents(50_00), amountText: '50.00', status };
    plant({ ...own, journalKey: records.second, accountId: ACCOUNT });
    const ofIt = ((await found()) ?? []).filter(({ depositId }) => depositId === records.second);
    expect(ofIt.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('a journal that counts for one deposit beside its own', () => {
  const both = [
    ['to_firm', '-5.00', '45.00'],
    ['to_user', '5.00', '55.00'],
  ] as const;
  const counted = async (text: string): Promise<void> => {
    const { world, second } = records;
    const [, completed] = await world.log.read(`deposit-${second}`);
    const { data, metadata, revision } = completed!;
    const amountCents = text.replace('.', '');
    const credits = [{ journalId: 'm-1', amountCents }];
    const change = { amountCents, journalId: 'm-1', reason: 'r', number: 1, credits };
    const adjusted = { type: 'DepositAdjusted', data: { ...(data as object), ...change } };
    const event = { id: randomUUID(), metadata, ...adjusted };
    await world.log.append(`deposit-${second}`, revision, [event]);
    await world.take({ do: 'project', events: Infinity });
  };
  const ofSecond = async () =>
    ((await found()) ?? []).filter(({ depositId }) => depositId === records.second);

  it.each(both)(
    'and names another by now, is a difference: %s, %s',
    async (direction, text, booked) => {
      await counted(text);
      const named = { id: 'm-1', direction, accountId: ACCOUNT, journalKey: records.first };
      plant({ ...named, amount: cents(5_00), amountText: '5.00' });
      const what = expect.stringContaining(`${booked} in the ledger, 50.00 at the broker`);
      expect(await ofSecond()).toMatchObject([{ kind: 'deposit_amount', what }]);
    },
  );

  it.each(both)('and is not at the broker, is a difference: %s, %s', async (_, text, booked) => {
    await counted(text);
    const what = expect.stringContaining(`${booked} in the ledger, 50.00 at the broker`);
    expect(await ofSecond()).toMatchObject([{ kind: 'deposit_amount', what }]);
  });

  it('is none in a run that has no calls left to ask for it', async () => {
    await counted('-5.00');
    const { differences, subjects } = await records.compareChanges({ lookUpsMax: 0 });
    const ofIt = differences.filter(({ depositId }) => depositId === records.second);
    expect(ofIt).toEqual([]);
    expect([...subjects]).not.toContain(`deposit/${records.second}`);
  });
});

describe('a doubled credit that another journal takes back', () => {
  const double = (more: Journal = {}) =>
    plant({ journalKey: records.second, accountId: ACCOUNT, amount: cents(50_00), ...more });
  const back = (amount: number) => {
    const named = { journalKey: 'j-extra', accountId: ACCOUNT, amount: cents(amount) };
    plant({ ...named, id: 'm-1', direction: 'to_firm' });
  };
  it('is none any more', async () => {
    double();
    back(50_00);
    expect(await found()).toEqual([]);
  });

  it.each([
    ['in part', () => back(49_00)],
    ['not at all', () => undefined],
  ])('is one while it is taken back %s', async (_, happens) => {
    double();
    happens();
    expect(await found()).toMatchObject([{ kind: 'deposit_amount' }]);
  });
});
