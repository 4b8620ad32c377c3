import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FIRM, TestSandbox, journalTo } from '../../support/sandbox.js';

describe('a sandbox broker that takes so many requests a second', () => {
  let sandbox: TestSandbox;
  beforeEach(async () => {
    sandbox = await TestSandbox.start();
  });
  afterEach(() => sandbox.destroy());

  const limit = (perSecond: unknown) => sandbox.control('POST', '/rate-limit', { perSecond });
  const at = (account: string, i: number) =>
    sandbox.broker('POST', '/v1/journals', journalTo(account, `${i + 1}.00`));

  it('carries out no more, says so in its envelope, and tells how things stand', async () => {
    const account = await sandbox.openAccount();
    await limit(3);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => at(account, i)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ code: 42910000, message: 'rate limit exceeded' });
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
    }
    for (const { headers } of answers) {
      expect(headers.get('x-ratelimit-limit')).toBe('3');
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
    }
    const { journals } = await sandbox.ledger();
    expect(journals).toHaveLength(answers.length - refused.length);
    expect((await sandbox.control('GET', '/rate-limit')).body).toEqual({
      perSecond: 3,
      exceeded: refused.length,
    });
  });

  it('keeps its limit over a restart, until it is lifted', async () => {
    await limit(1);
    await sandbox.stop();
    await sandbox.startAgain();
    const ask = () => sandbox.broker('GET', `/v1/trading/accounts/${FIRM}/account`);
    const statuses = async () =>
      (await Promise.all(Array.from({ length: 5 }, ask))).map(({ status }) => status);
    expect(await statuses()).toContain(429);
    await limit(null);
    expect(await statuses()).toEqual(Array(5).fill(200));
  });

  it.each([0, -1, 1.5, '5', undefined])('refuses %p as a limit', async (perSecond) => {
    expect(await limit(perSecond)).toMatchObject({ status: 400 });
  });
});
