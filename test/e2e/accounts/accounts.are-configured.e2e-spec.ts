import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { opsHere } from '../../support/ops-here.js';
import type { Json, Service } from '../../support/service.js';
import { startedOnLoan } from '../../support/started-service.js';

let service: Service;
let userId: string;

beforeAll(async () => {
  ({ service, userId } = await startedOnLoan());
});
afterAll(() => service.stop());

const configured = async () => {
  const { stdout } = await opsHere(service, 'accounts', 'configure', '--json');
  return JSON.parse(stdout) as { configured: number; rejected: unknown[] };
};
const events = async () => {
  const stream = `accountConfiguration-${userId}`;
  const { stdout } = await opsHere(service, 'events', '--stream', stream, '--json');
  return (JSON.parse(stdout) as Json[]).map(({ type }) => type);
};

describe('accounts configure', () => {
  it('configures every account, and can be repeated', async () => {
    const once = [
      ...['AccountConfigurationRequested', 'AccountConfigurationStarted'],
      'AccountConfigured',
    ];
    expect((await configured()).configured).toBeGreaterThan(0);
    expect(await events()).toEqual(once);
    expect(await configured()).toMatchObject({ rejected: [] });
    expect(await events()).toEqual([...once, ...once]);
  });
});
