import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Audit } from '#platform/read-models/audit.js';
import { refusalOf } from '#platform/read-models/control.js';
import { eventually, Stage } from '../../support/read-models.js';

const alarms: string[] = [];
const logger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details: object, message: string) => alarms.push(`${message} ${JSON.stringify(details)}`),
};

/** The sum that was signed, until somebody finds the mistake in it. */
const signed = { count: '3' };
const audit: Audit = async ({ documents, members }) => {
  expect(await members('none', 0, 10)).toEqual([]);
  const [totals = null, missing = null] = await documents(['totals', 'missing']);
  expect(missing).toBeNull();
  const { count } = signed;
  return totals?.['count'] === count ? [] : [`${count} were signed, not ${totals?.['count']}`];
};

describe('a filling that differs from what was fixed', () => {
  let stage: Stage;
  let partnerId: string;
  const state = async () => (await stage.control.load()).registry;
  /** Readers are moved before it is written down. */
  const settled = () => eventually(state, (registry) => registry?.active?.id !== undefined);
  const refusal = async () => refusalOf(await stage.control.load());

  beforeEach(async () => {
    stage = await Stage.open();
    partnerId = await stage.openPartner();
    signed.count = '3';
    alarms.length = 0;
    for (let i = 0; i < 3; i++) await stage.deposit(partnerId);
    stage.run({ logger, audit });
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 3,
    );
  });
  afterEach(() => stage.close());

  it('is served when it passes', async () => {
    await stage.rebuild();
    expect([alarms, await refusal()]).toEqual([[], null]);
  });

  it('raises the alarm and is kept from readers, who go on with the other one', async () => {
    const before = (await settled())?.active?.id;
    signed.count = '4';
    const request = await stage.control.requestRebuild();
    const found = await eventually(refusal, (each) => each !== null);
    expect(found?.faults).toEqual([`partner ${partnerId}: 4 were signed, not 3`]);
    const raised = await eventually(
      () => Promise.resolve(alarms),
      ({ length }) => length > 0,
    );
    expect(raised).toEqual([expect.stringContaining('4 were signed, not 3')]);
    await stage.deposit(partnerId);
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 4,
    );
    expect((await state())?.active?.id).toBe(before);
    expect((await state())?.building).toMatchObject({ request, id: found?.generation });
  });

  it('is filled anew, and served once it passes, when somebody asks again', async () => {
    signed.count = '4';
    await stage.control.requestRebuild();
    const first = await eventually(refusal, (each) => each !== null);
    signed.count = '3';
    await stage.rebuild();
    expect((await state())?.active?.id).not.toBe(first?.generation);
    expect(await stage.count(partnerId)).toBe(3);
  });

  it('is refused by the next process too', async () => {
    signed.count = '4';
    await stage.control.requestRebuild();
    await eventually(refusal, (each) => each !== null);
    await stage.stopAll();
    alarms.length = 0;
    stage.run({ logger, audit });
    await eventually(
      () => Promise.resolve(alarms.length),
      (count) => count > 0,
    );
    expect(await stage.count(partnerId)).toBe(3);
  });
});
