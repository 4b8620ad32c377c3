import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { v7 as timeOrderedId } from 'uuid';
import { openEventLog } from '#event-log/open-event-log.js';
import type { Stage } from './fixture.js';

/** One after another, each to a stream of its own, of the size of an order's first event. */
export const singleAppends = async (stage: Stage, count: number) => {
  const file = `${stage.service.dataDir}/reference.db`;
  const [source, log] = [
    await openEventLog(`sqlite:${stage.events}`),
    await openEventLog(`sqlite:${file}`),
  ];
  const body = { userId: stage.nextUser(), symbol: 'AAPL', amount: 10, side: 'buy' };
  const placed = await stage.client.post('/v1/orders', { ...body, externalId: randomUUID() });
  const [event] = await source.read(`order-${String(placed.body['id'])}`);
  if (event === undefined) throw new Error('the order has no event');
  await source.close();
  const { type, data, metadata } = event;
  const perSecond = async () => {
    const beganMs = performance.now();
    for (let n = 0; n < count; n++) {
      const id = timeOrderedId();
      await log.append(`order-${randomUUID()}`, 'no_stream', [{ id, type, data, metadata }]);
    }
    return count / ((performance.now() - beganMs) / 1_000);
  };
  const close = async () => {
    await log.close();
    rmSync(file, { force: true });
  };
  return { perSecond, close };
};
