import { setTimeout as sleep } from 'node:timers/promises';
import { type Edge, others } from '../edge.js';
import { type Line, dial, hangUp, head, statusOf } from '../sockets.js';

const HELD = 2_000;
const AT_ONCE = 100;
const WATCHED_MS = 8_000;
const P99_MAX_MS = 200;

export const tokenless: Edge = {
  name: 'tokenless',
  does: '2 000 POSTs without a token whose bodies do not come, and a head that does not end',
  async run({ service, meanwhile }) {
    const body = { 'content-type': 'application/json', 'content-length': '1000' };
    const post = head(service.api, 'POST', '/v1/orders', body);
    const beganMs = performance.now();
    const [slow] = await Promise.all([dial(service.api, 'POST /v1/orders HTTP/1.1\r\nHost: ed')]);
    const lines: Line[] = [];
    const figures = await meanwhile(async () => {
      for (let at = 0; at < HELD; at += AT_ONCE)
        lines.push(
          ...(await Promise.all(Array.from({ length: AT_ONCE }, () => dial(service.api, post)))),
        );
      await sleep(WATCHED_MS);
    });
    const refused = lines.filter(isRefused).length;
    hangUp(lines);
    while (slow.endedMs === null && performance.now() - beganMs < 30_000) await sleep(250);
    const headMs = Math.round((slow.endedMs ?? performance.now()) - beganMs);
    slow.socket.destroy();
    return [
      ...others('tokenless', figures, P99_MAX_MS),
      {
        name: `tokenless: refused before their bodies, of ${HELD}`,
        ...{ measured: refused, unit: '', goal: { atLeast: HELD } },
      },
      {
        name: 'tokenless: a head that does not end is cut after',
        ...{ measured: headMs, unit: 'ms', goal: { atMost: 13_000 } },
      },
    ];
  },
};

const isRefused = (line: Line): boolean => [401, 429, 503].includes(statusOf(line));

const FLOOD_MS = 8_000;
const FLOOD_LINES = 50;

export const badTokens: Edge = {
  name: 'bad tokens',
  does: 'a flood of tokens that nobody issued, over 50 connections of one address',
  async run({ service, meanwhile }) {
    const token = `${part({ alg: 'ES256', kid: 'x' })}.${part({ sub: 'x' })}.${'A'.repeat(86)}`;
    const request = head(service.api, 'GET', '/v1/users', { authorization: `bearer ${token}` });
    let [asked, unauthorized, limited] = [0, 0, 0];
    const figures = await meanwhile(async () => {
      const endMs = performance.now() + FLOOD_MS;
      const ask = async () => {
        while (performance.now() < endMs) {
          const line = await dial(service.api, request);
          for (let seen = 0; performance.now() < endMs && line.endedMs === null;) {
            if (line.read.length === seen) {
              await sleep(1);
              continue;
            }
            asked++;
            if (statusOf(line) === 401) unauthorized++;
            if (statusOf(line) === 429) limited++;
            line.read = '';
            seen = 0;
            line.socket.write(request);
          }
          line.socket.destroy();
        }
      };
      await Promise.all(Array.from({ length: FLOOD_LINES }, ask));
    });
    return [
      ...others('bad tokens', figures, P99_MAX_MS),
      {
        name: `bad tokens: looked at, of ${asked} (${limited} with 429)`,
        ...{ measured: unauthorized, unit: '', goal: { atMost: 1_000 } },
      },
    ];
  },
};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
