import { randomUUID } from 'node:crypto';
import type { Json } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { type Edge, others } from '../edge.js';

const P99_MAX_MS = 300;
const USERS = 1_000;
const LISTS = 200;
const ROUNDS = 5;
const LINES = 14_000;

export const manyLists: Edge = {
  name: 'many lists',
  does: '200 parallel pages of 1 000 users, five times',
  async run({ client, meanwhile }) {
    for (let made = 0; made < USERS; made += 50)
      await Promise.all(
        Array.from({ length: 50 }, () => {
          const email = `user-${randomUUID()}@edges.example`;
          const user = { name: 'Ada', familyName: 'Lovelace', email, countryCode: 'USA' };
          return client.post('/v1/user', user);
        }),
      );
    // Edges before this one made some, too.
    await client.until(
      '/v1/users?limit=1',
      ({ metadata }) => Number((metadata as Json)['total']) >= USERS,
    );
    let refused = 0;
    const seen = await meanwhile(async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const lists = Array.from({ length: LISTS }, () =>
          client.text('/v1/users?limit=1000', {}).catch(() => null),
        );
        const answers = await Promise.all(lists);
        refused += answers.filter((answer) => answer?.status !== 200).length;
      }
    });
    return [
      ...others('many lists', seen, P99_MAX_MS),
      {
        name: `many lists: pages refused, of ${LISTS * ROUNDS}`,
        ...{ measured: refused, unit: '', goal: null },
      },
    ];
  },
};

export const longPreview: Edge = {
  name: 'long preview',
  does: 'an import preview of 14 000 lines, three times',
  async run({ service, meanwhile }) {
    const staff = await StaffClient.ofDemo(service, 'finance');
    const { id } = service.demo.partner;
    const rows = Array.from({ length: LINES }, (_, i) => `${id},REF-${i},1.00`);
    const csv = ['partner,reference,amount', ...rows].join('\n');
    let failed = 0;
    let tookMs = 0;
    const seen = await meanwhile(async () => {
      for (let round = 0; round < 3; round++) {
        const beganMs = performance.now();
        const answer = await staff.post('/staff/transfers/import', { csv, preview: true });
        if (answer.status !== 200) failed++;
        tookMs = Math.max(tookMs, performance.now() - beganMs);
      }
    });
    return [
      ...others('long preview', seen, P99_MAX_MS),
      {
        name: 'long preview: refused, of 3',
        ...{ measured: failed, unit: '', goal: { atMost: 0 } },
      },
      {
        name: 'long preview: takes',
        ...{ measured: Math.round(tookMs), unit: 'ms', goal: { atMost: 10_000 } },
      },
    ];
  },
};
