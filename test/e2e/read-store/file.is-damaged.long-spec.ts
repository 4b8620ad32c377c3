import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkModels } from '../../faults/models.check.js';
import { ReadModelFile } from '../../support/read-model-file.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { startedService } from '../../support/started-service.js';
import { withoutRoom } from '../../support/without-room.js';

let service: Service;
let client: PartnerClient;
let userId: string;
let file: ReadModelFile;
let deposits = 0;

beforeAll(async () => {
  ({ service, client, userId } = await startedService());
  file = new ReadModelFile(join(service.dataDir, 'read-models.db'));
});
afterAll(() => service.stop());

const deposit = async (): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount: '5.00', externalId: randomUUID() };
  const { status, body } = await client.post('/v1/funding', about);
  expect(status).toBe(201);
  deposits++;
  return `/v1/funding/${String(body['id'])}`;
};
const isCompleted = ({ status }: Json) => status === 'completed';
const listed = () => client.listed('/v1/funding?status=completed&limit=1', deposits);

/** The lock ends after a time, because the worker may need the file for the deposit. */
const locked = () =>
  file.locked(async () => {
    await deposit();
    await sleep(1_000);
  });

/** Asserts that the projector did not restart. */
const withoutRoomForIt = () =>
  withoutRoom(service.pid('projector'), async () => {
    await deposit();
    await sleep(1_000);
  });

type Fault = [string, () => void | Promise<void>];
const FAULTS: Fault[] = [
  ['is locked for a while', locked],
  ['finds no room on the disk for a while', withoutRoomForIt],
];
const FAULTS_AT_REST: Fault[] = [
  ['is deleted', () => file.remove('', '-wal', '-shm')],
  ['is ruined', () => file.ruin()],
];

const expectAll = async (...paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    expect((await client.get(path)).status).toBe(200);
    await client.until(path, isCompleted);
  }
  expect((await listed())['metadata']).toMatchObject({ total: deposits });
};

describe('the file of the read models', () => {
  it.each(FAULTS)('%s: reads by id and writes work, and all rows return', async (_, happen) => {
    const before = await deposit();
    await client.until(before, isCompleted);
    await listed();
    await happen();
    await expectAll(before, await deposit());
  });

  it.each(FAULTS_AT_REST)(
    '%s while the service is stopped: all rows come back',
    async (_, happen) => {
      const before = await deposit();
      await client.until(before, isCompleted);
      await service.goDown();
      await happen();
      await service.comeUp();
      await expectAll(before, await deposit());
    },
  );

  it('has the same rows as a rebuild afterwards', async () =>
    expect(await checkModels(service)).toEqual([]));
});
