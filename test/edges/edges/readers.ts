import { setTimeout as sleep } from 'node:timers/promises';
import { type Edge, others, peakMb, rssMb } from '../edge.js';
import { type Line, dial, hangUp, head } from '../sockets.js';

const P99_MAX_MS = 200;
const PIPELINED = 1_000;
const FREED_AFTER_MS = 10_000;
const RSS_MAX_MB = 250;

const deaf = (api: string, times: number): Promise<Line> =>
  dial(api, head(api, 'GET', '/openapi.json').repeat(times), { reads: false });

export const readers: Edge = {
  name: 'readers',
  does: 'readers that never read: 60 and then 240 connections with 1 000 pipelined requests each',
  async run({ service, meanwhile }) {
    const before = rssMb(service);
    const figures: Record<number, number> = {};
    const seen = await meanwhile(async () => {
      for (const connections of [60, 240]) {
        const lines = await Promise.all(
          Array.from({ length: connections }, () => deaf(service.api, PIPELINED)),
        );
        await sleep(5_000);
        figures[connections] = peakMb(service);
        hangUp(lines);
      }
      await sleep(FREED_AFTER_MS);
    });
    return [
      ...others('readers', seen, P99_MAX_MS),
      { name: 'readers: RSS before', measured: before, unit: 'MB', goal: null },
      ...Object.entries(figures).map(([connections, measured]) => ({
        name: `readers: highest RSS with ${connections}`,
        ...{ measured, unit: 'MB', goal: { atMost: RSS_MAX_MB } },
      })),
      {
        name: 'readers: RSS 10 s afterwards',
        ...{ measured: rssMb(service), unit: 'MB', goal: { atMost: RSS_MAX_MB } },
      },
    ];
  },
};

const AFTERWARDS = 700;

export const leavers: Edge = {
  name: 'leavers',
  does: '60 pipelined readers that go away, and 700 requests after them',
  async run({ service, client }) {
    for (let round = 0; round < 3; round++) {
      const lines = await Promise.all(
        Array.from({ length: 60 }, () => deaf(service.api, PIPELINED)),
      );
      await sleep(500);
      hangUp(lines);
      await sleep(1_000);
    }
    let refused = 0;
    for (let asked = 0; asked < AFTERWARDS; asked += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => client.get('/v1/users?limit=1').catch(() => null)),
      );
      refused += answers.filter((answer) => answer?.status !== 200).length;
      await sleep(100);
    }
    return [
      {
        name: `leavers: refused afterwards, of ${AFTERWARDS}`,
        ...{ measured: refused, unit: '', goal: { atMost: 0 } },
      },
    ];
  },
};
