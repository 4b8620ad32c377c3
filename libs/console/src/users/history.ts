import { z } from 'zod';
import { deposits } from '#funding';
import { onboardings, traderProfiles } from '#onboarding';
import { orders } from '#orders';
import { isUuid } from '#platform/core/ids.js';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { streamName } from '#platform/event-store/stream.js';
import { toldData } from '#platform/event-store/told-data.js';
import { text, utcTime } from '#platform/http/answers.js';
import { staffAccounts } from '#staff';
import { twoFactors } from '#two-factor';
import { users } from '#users';
import { verifications } from '#kyc';

const timelineEvent = z
  .strictObject({
    position: text('Its place in the log: the greater, the later.', '4711'),
    stream: text('What it is about.', 'user-0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90'),
    type: text('What happened.', 'UserSuspended'),
    at: utcTime('When.'),
    actor: text('Who or what did it.', 'staff:7d0c1f5e-52a4-5b8e-8a2b-0f4c9d7e6a11'),
    actorEmail: text('Of one of the staff; else null.', 'grace@firm.example').nullable(),
    requestId: text('The request that it follows from.', 'checkout-7731'),
    data: z.record(z.string(), z.unknown()).meta({
      description: 'What else is known, without secrets.',
      examples: [{ reason: 'Asked' }],
    }),
  })
  .meta({ id: 'TimelineEvent', description: 'One thing that happened.' });

export const timeline = z
  .strictObject({
    events: z.array(timelineEvent).meta({ description: 'In the order in which they happened.' }),
  })
  .meta({ id: 'Timeline', description: 'The history of a thing.' });

/** The streams that tell the history of each kind of thing, all under its id. */
const STREAMS = {
  user: [users, onboardings, traderProfiles, twoFactors],
  verification: [verifications],
  deposit: [deposits],
  order: [orders],
} as const;

export type Kind = keyof typeof STREAMS;

type Sources = { readonly log: EventLog; readonly store: Pick<EventStore, 'load'> };

/** All that was ever recorded of it, in the order of the log. */
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
  const emails = actors.map(async (actor) => {
    const [kind, id = ''] = actor.split(':');
    const account = kind === 'staff' && isUuid(id) ? await store.load(staffAccounts, id) : null;
    return [actor, account?.email ?? null] as const;
  });
  return new Map(await Promise.all(emails));
};

const eventView = ({ position, stream, type, data, metadata }: RecordedEvent) => ({
  position: `${position}`,
  stream,
  type,
  at: metadata.at,
  actor: metadata.actor,
  requestId: metadata.correlationId,
  data: toldData(data),
});
