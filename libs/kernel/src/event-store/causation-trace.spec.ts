import { expect, it } from '@jest/globals';
import type { RecordedEvent } from './event-log.js';
import { causationTrace } from './causation-trace.js';

const event = (n: number, causationId: string, ms: number): RecordedEvent => ({
  ...{ id: `id-${n}`, type: `Type${n}`, data: {}, stream: 'thing-a' },
  ...{ revision: BigInt(n), position: BigInt(n) },
  metadata: {
    ...{ partnerId: 'p', correlationId: 'r', causationId, actor: 'test' },
    at: new Date(Date.UTC(2030, 0, 1) + ms).toISOString(),
  },
});

it('a trace has the time, the elapsed time and the cause of each event', () =>
  expect(
    causationTrace([
      event(1, 'r', 0),
      event(2, 'id-1', 20),
      event(3, 'due-1795', 1_500),
      event(4, 'hint-7', 1_600),
      event(5, 'who-knows', 1_700),
    ]).map(({ type, afterMs, because }) => [type, afterMs, because]),
  ).toEqual([
    ['Type1', 0, 'the request'],
    ['Type2', 20, 'Type1'],
    ['Type3', 1_500, 'the clock asked'],
    ['Type4', 1_600, 'a broker message'],
    ['Type5', 1_700, 'something else'],
  ]));

it('a trace of no events is empty', () => expect(causationTrace([])).toEqual([]));
