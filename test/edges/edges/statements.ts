import { randomUUID } from 'node:crypto';
import { onboardedUser } from '../../support/onboarded-user.js';
import type { Json } from '../../support/service.js';
import { type Edge, others } from '../edge.js';

const P99_MAX_MS = 300;
const LINES = 1_000;
const AT_ONCE = 20;
const FOR_MS = 5_000;

export const longStatements: Edge = {
  name: 'long statements',
  does: '20 connections that load a statement of 1 000 lines again and again, as CSV and as one page',
  async run({ service, client, meanwhile }) {
    const userId = await onboardedUser(service, client);
    for (let made = 0; made < LINES; made += 50)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          client.post('/v1/funding', {
            ...{ userId, direction: 'DEPOSIT', amount: '1.00', externalId: randomUUID() },
          }),
        ),
      );
    const first = ({ settlements }: Json) => (settlements as Json[])[0] ?? {};
    const shown = await client.until(
      '/v1/settlements?limit=1',
      (list) => Number(first(list)['count']) >= LINES,
    );
    const path = `/v1/settlements/${String(first(shown)['id'])}/statement`;
    const ask = [
      () => client.text(path, { accept: 'text/csv' }),
      () => client.text(`${path}?limit=1000`, {}),
    ];
    const statuses: number[] = [];
    const seen = await meanwhile(async () => {
      const endMs = performance.now() + FOR_MS;
      const load = async (one: number) => {
        while (performance.now() < endMs) statuses.push((await ask[one % 2]!()).status);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => load(one)));
    });
    return [
      ...others('long statements', seen, P99_MAX_MS),
      {
        name: `long statements: refused, of ${statuses.length}`,
        ...{ measured: statuses.filter((each) => each !== 200).length, unit: '', goal: null },
      },
    ];
  },
};

export const manyCodes: Edge = {
  name: 'many codes',
  does: '20 connections that ask for QR codes of two-factor secrets again and again',
  async run({ client, meanwhile }) {
    const person = { name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' };
    const email = `codes-${randomUUID()}@edges.example`;
    const { body } = await client.post('/v1/user', { ...person, email });
    const asked = { userId: body['id'], type: 'authenticator' };
    let drawn = 0;
    const seen = await meanwhile(async () => {
      const endMs = performance.now() + FOR_MS;
      const ask = async () => {
        while (performance.now() < endMs)
          if ((await client.post('/v1/auth/2fa/enable', asked)).status === 200) drawn++;
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
    });
    return [
      ...others('many codes', seen, P99_MAX_MS),
      { name: 'many codes: drawn', ...{ measured: drawn, unit: '', goal: null } },
    ];
  },
};
