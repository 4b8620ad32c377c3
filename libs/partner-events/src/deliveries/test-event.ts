import { exampleOf } from '#http/openapi/example.js';
import { namedSchemas, toJsonSchema } from '#http/openapi/json-schema.js';
import { EVENT_TYPES, type EventType, objectTypeOf } from '../event/event-types.js';
import { OBJECT_SCHEMAS } from '../event/event.view.js';

/** Type of a test without an object. */
export const PING = 'ping';
export const TEST_TYPES = [PING, ...EVENT_TYPES] as const;
export type TestType = (typeof TEST_TYPES)[number];

/** An example of `data`, from the schema of the object. */
const exampleData = (type: EventType): unknown =>
  exampleOf(toJsonSchema(OBJECT_SCHEMAS[objectTypeOf(type)]), namedSchemas());

/** An example event of a type. It is in no feed. */
export const testEvent = (type: TestType, eventId: string, now: Date) => ({
  id: `evt_${eventId}`,
  type,
  createdAt: now.toISOString(),
  sequence: '0',
  requestId: null,
  object: { type: type === PING ? PING : objectTypeOf(type), id: eventId },
  data: type === PING ? {} : exampleData(type),
});
