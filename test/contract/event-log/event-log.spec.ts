import { describe } from '@jest/globals';
import { join } from 'node:path';
import { EsdbEventLog } from '#event-log/eventstoredb/esdb-event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { openEventLog } from '#event-log/open-event-log.js';
import { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import { appendingContract } from './appending.contract.js';
import { type Subject, temporaryDirectory } from './subject.js';
import { keysContract } from './keys.contract.js';
import { subscribingContract } from './subscribing.contract.js';

const inMemory = async (): Promise<Subject> => {
  const log = new InMemoryEventLog();
  return { log, stop: () => log.close() };
};

const sqlite = async (): Promise<Subject> => {
  const directory = temporaryDirectory();
  const log = await openEventLog(`sqlite:${join(directory.path, 'events.db')}`);
  const stop = async () => {
    await log.close();
    directory.remove();
  };
  return { log, stop };
};

const esdbTestServer = async (): Promise<Subject> => {
  const server = await EsdbServer.start();
  const log = EsdbEventLog.connect(server.url);
  const stop = async () => {
    await log.close();
    server.kill();
  };
  return { log, stop };
};

const realEsdb = (url: string) => async (): Promise<Subject> => {
  const log = await openEventLog(url);
  return { log, stop: () => log.close() };
};

const url = process.env['TEST_EVENT_STORE_URL'];
const esdb = url === undefined ? esdbTestServer : realEsdb(url);

describe.each([
  ['in memory', inMemory],
  ['SQLite', sqlite],
  ['EventStoreDB', esdb],
])('the event log, %s', (_, open) => {
  appendingContract(open);
  subscribingContract(open);
  keysContract(open);
});
