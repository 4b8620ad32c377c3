import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../bench/row.js';
import { PartnerClient, type Service } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { type Edge, type Figure, others } from '../edge.js';
import { type Line, dial, hangUp, head, statusOf } from '../sockets.js';

const LOG_IN_MAX_MS = 500;
const P99_MAX_MS = 300;

const junk = (service: Service, i: number, from: string): Promise<Line> => {
  const body = JSON.stringify({ email: `${i}@nobody.example`, password: 'x', code: '000000' });
  const headers = {
    origin: service.api,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return dial(service.api, head(service.api, 'POST', '/staff/sign-in', headers) + body, { from });
};

/** Partners and an operator sign in while these junk sign-ins wait. */
const signingIn = async (service: Service, count: number, addresses: number) => {
  const lines = await Promise.all(
    Array.from({ length: count }, (_, i) => junk(service, i, `127.0.1.${(i % addresses) + 1}`)),
  );
  const tookMs: number[] = [];
  let failed = 0;
  for (let i = 0; i < 10; i++) {
    const beganMs = performance.now();
    const client = await PartnerClient.logIn(service, service.demo.secondPartner);
    const { status } = await client.get('/v1/users?limit=1');
    if (status !== 200) failed++;
    tookMs.push(performance.now() - beganMs);
  }
  const staff = await StaffClient.ofDemo(service, 'operator').catch(() => null);
  const endMs = performance.now() + 30_000;
  while (lines.some((line) => statusOf(line) === 0) && performance.now() < endMs) await sleep(50);
  const refused = lines.filter((line) => [429, 503].includes(statusOf(line))).length;
  hangUp(lines);
  return { logInMs: Math.round(percentile(tookMs, 1)), failed, isIn: staff !== null, refused };
};

export const junkSignIns: Edge = {
  name: 'junk sign-ins',
  does: '250 staff sign-ins of nobody from one address, then 400 from eight',
  async run({ service, meanwhile }) {
    const figures: Figure[] = [];
    for (const [count, addresses] of [
      [250, 1],
      [400, 8],
    ] as const) {
      const name = `${count} junk sign-ins`;
      let result = { logInMs: 0, failed: 0, isIn: false, refused: 0 };
      const seen = await meanwhile(async () => {
        result = await signingIn(service, count, addresses);
      });
      figures.push(
        ...others(name, seen, P99_MAX_MS),
        { name: `${name}: refused unhashed`, measured: result.refused, unit: '', goal: null },
        {
          name: `${name}: a partner’s log-in takes`,
          ...{ measured: result.logInMs, unit: 'ms', goal: { atMost: LOG_IN_MAX_MS } },
        },
        {
          name: `${name}: log-ins refused, of 10`,
          ...{ measured: result.failed, unit: '', goal: { atMost: 0 } },
        },
        {
          name: `${name}: an operator gets in`,
          ...{ measured: Number(result.isIn), unit: '', goal: { atLeast: 1 } },
        },
      );
    }
    return figures;
  },
};
