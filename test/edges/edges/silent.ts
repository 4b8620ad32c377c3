import { setTimeout as sleep } from 'node:timers/promises';
import { type Edge, others } from '../edge.js';
import { type Line, dial } from '../sockets.js';

const P99_MAX_MS = 300;
const ADDRESSES = 22;
const OF_ONE = 450;
const AT_ONCE = 150;
const ENDED_WITHIN_MS = 30_000;
const RESET_WITHIN_MS = 3_000;

const silent = async (api: string): Promise<Line[]> => {
  const lines: Line[] = [];
  while (lines.length < ADDRESSES * OF_ONE) {
    const more = Array.from({ length: AT_ONCE }, (_, i) =>
      dial(api, '', { from: `127.0.2.${((lines.length + i) % ADDRESSES) + 1}` }),
    );
    lines.push(...(await Promise.all(more)));
  }
  return lines;
};

const openOf = (lines: readonly Line[]) => lines.filter(({ endedMs }) => endedMs === null).length;

export const silentOnes: Edge = {
  name: 'silent connections',
  does: '9 900 connections from 22 addresses that say nothing, then as many that are reset at once',
  async run({ service, meanwhile }) {
    let left = 0;
    const late = await meanwhile(async () => {
      const lines = await silent(service.api);
      const endMs = performance.now() + ENDED_WITHIN_MS;
      while (openOf(lines) > 0 && performance.now() < endMs) await sleep(100);
      left = openOf(lines);
    });
    const reset = await meanwhile(async () => {
      for (const { socket } of await silent(service.api)) socket.resetAndDestroy();
      await sleep(RESET_WITHIN_MS);
    });
    return [
      ...others('silent connections', late, P99_MAX_MS),
      {
        name: `silent connections: open after ${ENDED_WITHIN_MS / 1_000} s`,
        ...{ measured: left, unit: '', goal: { atMost: 0 } },
      },
      ...others('connections reset at once', reset, P99_MAX_MS),
    ];
  },
};
