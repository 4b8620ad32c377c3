import { expect } from '@jest/globals';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import {
  type Decision,
  type DomainEvent,
  type Stream,
  fold,
} from '#platform/event-store/stream.js';
import { Refused } from '#platform/core/refused.js';
import type { Change, Projection } from '#platform/read-models/projection.js';
import { tally } from '#platform/read-models/tally.js';

/** given(history).when(decision).then(events): one outcome each. */
export const given = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  ...history: Event[]
) => {
  const state = fold(stream, history);
  return {
    state,
    when: (decide: Decision<State, Event>) => ({
      then: (...expected: Event[]) => expect(decide(state)).toEqual(expected),
      thenTypes: (...types: string[]) =>
        expect(decide(state).map(({ type }) => type)).toEqual(types),
      thenNothing: () => expect(decide(state)).toEqual([]),
      thenRefused: (code: string) => {
        expect(() => decide(state)).toThrow(Refused);
        expect(() => decide(state)).toThrow(expect.objectContaining({ code }));
      },
    }),
  };
};

type Model = {
  readonly docs: Record<string, Record<string, string>>;
  readonly indexes: Record<string, Record<string, bigint>>;
};

/** What the read model holds after these events, without Redis: a reference for the runner too. */
export const projected = <Event extends DomainEvent>(
  { project }: Projection<Event>,
  ...events: Event[]
): Model => {
  const model: Model = { docs: {}, indexes: {} };
  events.forEach((event, i) => {
    const position = BigInt(i + 1);
    const recorded = { ...event, position, stream: 'example-1' } as unknown as RecordedEvent;
    for (const change of project(event, recorded)) apply(model, change, position);
  });
  return model;
};

const apply = ({ docs, indexes }: Model, change: Change, position: bigint): void => {
  switch (change.op) {
    case 'set':
      for (const [field, value] of Object.entries(change.fields))
        if (value === null) Reflect.deleteProperty((docs[change.doc] ??= {}), field);
        else (docs[change.doc] ??= {})[field] = value;
      return;
    case 'delete':
      Reflect.deleteProperty(docs, change.doc);
      return;
    case 'add': {
      const doc = (docs[change.doc] ??= {});
      doc[change.field] = `${BigInt(doc[change.field] ?? '0') + change.by}`;
      return;
    }
    case 'tally':
      docs[change.doc] = Object.fromEntries(
        tally(new Map(Object.entries(docs[change.doc] ?? {})), change),
      );
      return;
    case 'index':
      (indexes[change.index] ??= {})[change.member] = change.score ?? position;
      return;
    case 'unindex':
      Reflect.deleteProperty(indexes[change.index] ?? {}, change.member);
      return;
    case 'move': {
      const score = indexes[change.from]?.[change.member];
      if (score === undefined) return;
      Reflect.deleteProperty(indexes[change.from] ?? {}, change.member);
      (indexes[change.to] ??= {})[change.member] = score;
      return;
    }
    case 'rename':
      if (docs[change.doc] !== undefined) docs[change.to] = docs[change.doc] ?? {};
      Reflect.deleteProperty(docs, change.doc);
      return;
  }
};
