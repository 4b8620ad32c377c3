import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { KycPartner } from '../../e2e/kyc/kyc-partner.js';
import { PartnerClient, type Service } from '../../support/service.js';
import type { Edge, Setting } from '../edge.js';
import { type Line, dial, hangUp, head } from '../sockets.js';

const LARGEST = 21 * 1024 * 1024;
const BEGUN = '{"documentType":"passport","files":[';
const SETTLED_MS = 500;
const GIVE_UP_MS = 120_000;

/** Announces the largest upload, sends its first bytes, and falls silent. */
const idle = ({ service, client }: Setting, id: string): Promise<Line> => {
  const headers = { 'content-type': 'application/json', 'content-length': String(LARGEST) };
  const path = `/v1/auth/verify/${id}/documents`;
  return dial(
    service.api,
    head(service.api, 'POST', path, { ...client.headers, ...headers }) + BEGUN,
  );
};

/** How long another partner's upload takes until it is accepted, asking again after each 503. */
const acceptedAfterMs = async (other: KycPartner): Promise<number> => {
  const id = await other.started(await other.register());
  const beganMs = performance.now();
  while (performance.now() - beganMs < GIVE_UP_MS) {
    const answer = await other.upload(id).catch(() => null);
    if (answer?.status === 200) break;
    await sleep(SETTLED_MS);
  }
  return Math.round(performance.now() - beganMs);
};

const another = async (service: Service): Promise<KycPartner> =>
  KycPartner.of(service, await PartnerClient.logIn(service, service.demo.secondPartner));

export const idleUploads: Edge = {
  name: 'idle uploads',
  does: 'three uploads of one partner that send nothing more, of nobody and of its own user',
  async run(setting) {
    const { service, kyc } = setting;
    const other = await another(service);
    const invented = await Promise.all([1, 2, 3].map(() => idle(setting, randomUUID())));
    await sleep(SETTLED_MS);
    const ofNobodyMs = await acceptedAfterMs(other);
    hangUp(invented);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push(await kyc.started(await kyc.register()));
    const beganMs = performance.now();
    const own = await Promise.all(ids.map((id) => idle(setting, id)));
    await sleep(SETTLED_MS);
    const ofOwnMs = await acceptedAfterMs(other);
    while (own.some(({ endedMs }) => endedMs === null) && performance.now() - beganMs < GIVE_UP_MS)
      await sleep(SETTLED_MS);
    const endedMs = Math.round(performance.now() - beganMs);
    hangUp(own);
    return [
      {
        name: 'uploads of nobody: another partner’s is accepted after',
        ...{ measured: ofNobodyMs, unit: 'ms', goal: { atMost: 2_000 } },
      },
      {
        name: 'idle uploads: another partner’s is accepted after',
        ...{ measured: ofOwnMs, unit: 'ms', goal: { atMost: 2_000 } },
      },
      {
        name: 'idle uploads: the last of them is ended after',
        ...{ measured: endedMs, unit: 'ms', goal: { atMost: 40_000 } },
      },
    ];
  },
};

export const leftUploads: Edge = {
  name: 'left uploads',
  does: 'uploads that wait for room and hang up',
  async run(setting) {
    const { service, kyc } = setting;
    const other = await another(service);
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) ids.push(await kyc.started(await kyc.register()));
    const lines = await Promise.all(
      Array.from({ length: 120 }, (_, i) => idle(setting, ids[i % ids.length]!)),
    );
    await sleep(SETTLED_MS);
    hangUp(lines);
    const measured = await acceptedAfterMs(other);
    return [
      {
        name: 'left uploads: another partner’s is accepted after',
        ...{ measured, unit: 'ms', goal: { atMost: 2_000 } },
      },
    ];
  },
};
