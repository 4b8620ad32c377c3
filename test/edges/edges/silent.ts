import { setTimeout as sleep } from 'node:timers/promises';
import { type Edge, type Setting, others } from '../edge.js';
import { type Line, dial } from '../sockets.js';

const P99_MAX_MS = 300;
const ADDRESSES = 22;
const OF_ONE = 450;
const AT_ONCE = 150;
const ENDED_WITHIN_MS = 30_000;

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

const seenWhile = async (
  { service, meanwhile }: Setting,
  name: string,
  end: (lines: readonly Line[]) => void,
) => {
  let left = 0;
  const seen = await meanwhile(async () => {
    const lines = await silent(service.api);
    end(lines);
    const endMs = performance.now() + ENDED_WITHIN_MS;
    const open = () => lines.filter(({ endedMs }) => endedMs === null).length;
    while (open() > 0 && performance.now() < endMs) await sleep(100);
    left = open();
    await sleep(1_000);
  });
  return [
    ...others(name, seen, P99_MAX_MS),
    { name: `${name}: open after 30 s`, measured: left, unit: '', goal: { atMost: 0 } },
  ];
};

export const silentOnes: Edge = {
  name: 'silent connections',
  does: '9 900 connections from 22 addresses that say nothing, then as many that are reset at once',
  run: async (setting) => [
    ...(await seenWhile(setting, 'silent connections', () => undefined)),
    ...(await seenWhile(setting, 'connections reset at once', (lines) => {
      for (const { socket } of lines) socket.resetAndDestroy();
    })),
  ],
};
