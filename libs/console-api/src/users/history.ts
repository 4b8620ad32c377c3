import { z } from 'zod';
import { deposits } from '#funding/deposit/deposit.state.js';
import { onboardings } from '#onboarding/onboarding/onboarding.state.js';
import { traderProfiles } from '#onboarding/trader-profile/trader-profile.state.js';
import { orders } from '#orders/order/order.state.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { streamName } from '#kernel/event-store/stream.js';
import { redactedData } from '#kernel/event-store/redacted-data.js';
import { list, object, text, utcTime } from '#http/response-schemas.js';
import { staffEmailOf } from '#staff/account/staff-email.js';
import { twoFactors } from '#two-factor/two-factor/two-factor.state.js';
import { users } from '#users/user/user.state.js';
import { verifications } from '#kyc/verification/verification.state.js';

const timelineEvent = object('TimelineEvent', 'One event.', {
  position: text('Log position. Later events have greater positions.', '4711'),
  stream: text('Stream of the event.', 'user-0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90'),
  type: text('Type of the event.', 'UserSuspended'),
  at: utcTime('Time of the event.'),
  actor: text('Actor of the event.', 'staff:7d0c1f5e-52a4-5b8e-8a2b-0f4c9d7e6a11'),
  actorEmail: text('E-mail of a staff actor, or null.', 'grace@firm.example').nullable(),
  requestId: text('Id of the request that caused it.', 'checkout-7731'),
  data: z.record(z.string(), z.unknown()).meta({
    description: 'Data of the event, without secrets.',
    examples: [{ reason: 'Asked' }],
  }),
});

export const timeline = object('Timeline', 'The history of an object.', {
  events: list('Events in log order.', timelineEvent),
});

/** Streams of each kind of object, all with the id of the object. */
const STREAMS = {
  user: [users, onboardings, traderProfiles, twoFactors],
  verification: [verifications],
  deposit: [deposits],
  order: [orders],
} as const;

export type Kind = keyof typeof STREAMS;

type Sources = { readonly log: EventLog; readonly store: Pick<EventStore, 'load'> };

/** Returns all events of an object, in log order. */
export const historyOf = async ({ log, store }: Sources, kind: Kind, id: string) => {
  const names = STREAMS[kind].map((stream) => streamName(stream, id.toLowerCase()));
  const recorded = (await Promise.all(names.map((name) => log.read(name)))).flat();
  recorded.sort((a, b) => (a.position < b.position ? -1 : 1));
  const emails = await staffEmails(store, recorded);
  return recorded.map((event) => ({
    ...eventView(event),
    actorEmail: emails.get(event.metadata.actor) ?? null,
  }));
};

const staffEmails = async (store: Sources['store'], recorded: readonly RecordedEvent[]) => {
  const actors = [...new Set(recorded.map(({ metadata }) => metadata.actor))];
  const emails = actors.map(async (actor) => [actor, await staffEmailOf(store, actor)] as const);
  return new Map(await Promise.all(emails));
};

const eventView = ({ position, stream, type, data, metadata }: RecordedEvent) => ({
  position: `${position}`,
  stream,
  type,
  at: metadata.at,
  actor: metadata.actor,
  requestId: metadata.correlationId,
  data: redactedData(data),
});
