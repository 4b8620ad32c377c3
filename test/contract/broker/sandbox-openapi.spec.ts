import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  application,
  eventually,
  type Json,
  journalTo,
  TestSandbox,
} from '../../support/sandbox.js';
import { OfficialDocument } from './official-document.js';

/**
 * With the path of the broker's official OpenAPI document in BROKER_OPENAPI_FILE, what the sandbox
 * answers is held against it.
 */
const file = process.env['BROKER_OPENAPI_FILE'] ?? '';

if (file !== '' && existsSync(file)) {
  const official = new OfficialDocument(file);
  let sandbox: TestSandbox;
  let account: string;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.fundedAccount('1000.00');
  });
  afterAll(() => sandbox.destroy());

  const get = async (path: string): Promise<Json> => (await sandbox.broker('GET', path)).body;
  const fits = (schema: string, value: Json) => {
    expect(official.schemaFaults(schema, value)).toBeNull();
    return official.unknownProperties(schema, value as object);
  };

  describe('the sandbox against the official document', () => {
    it('accounts', async () => {
      const asked = application();
      const { body } = await sandbox.broker('POST', '/v1/accounts', asked);
      expect(fits('Account', body)).toEqual([]);
      // The document says that lists of codes are text; what is seen on the wire are objects.
      const { kyc_results: _, ...active } = await get(`/v1/accounts/${account}`);
      expect(fits('AccountExtended', active)).toEqual([]);
    });

    it('journals', async () => {
      const { body } = await sandbox.broker('POST', '/v1/journals', journalTo(account, '1.17'));
      expect(official.schemaFaults('JournalStatus', body.status)).toBeNull();
      await eventually(async () => (await get(`/v1/journals/${body.id}`)).status === 'canceled');
      const canceled = await get(`/v1/journals/${body.id}`);
      expect(official.schemaFaults('JournalStatus', canceled.status)).toBeNull();
    });

    it('orders, positions, assets', async () => {
      const orders = `/v1/trading/accounts/${account}/orders`;
      const { body } = await sandbox.broker('POST', orders, {
        ...{ symbol: 'AAPL', side: 'buy', type: 'market', time_in_force: 'day', qty: '1' },
      });
      const known = ['reject_reason', 'source', 'subtag'];
      expect(fits('Order', body).filter((name) => !known.includes(name))).toEqual([]);
      await eventually(async () => (await get(`${orders}/${body.id}`)).status === 'filled');
      const [position] = await get(`/v1/trading/accounts/${account}/positions`);
      expect(fits('Position', position)).toEqual([]);
      expect(fits('Asset', await get('/v1/assets/AAPL'))).toEqual([]);
      expect(fits('legacy_clock', await get('/v1/clock'))).toEqual([]);
    });

    it('errors', async () => {
      expect(fits('Error', await get('/v1/accounts/nobody'))).toEqual([]);
      expect(fits('Error', await get('/v1/assets/NONE'))).toEqual([]);
    });
  });
} else {
  it('is skipped without the document', () => {
    console.log('skipped: BROKER_OPENAPI_FILE names no file, so nothing is held against it');
    expect(existsSync(file)).toBe(false);
  });
}
