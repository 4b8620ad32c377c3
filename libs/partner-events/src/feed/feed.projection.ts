import { type DepositEvent, parseDepositEvent } from '#funding/deposit/deposit.events.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { Parse } from '#kernel/event-store/memoize-parse.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { deterministicId } from '#kernel/ids.js';
import { ownValue } from '#kernel/own-value.js';
import { insert } from '#kernel/projection/row-change.js';
import { type ReadRow, defineTable, integer, text, time, uuid } from '#kernel/projection/table.js';
import {
  type VerificationEvent,
  parseVerificationEvent,
} from '#kyc/verification/verification.events.js';
import {
  type OnboardingEvent,
  parseOnboardingEvent,
} from '#onboarding/onboarding/onboarding.events.js';
import {
  type TraderProfileEvent,
  parseTraderProfileEvent,
} from '#onboarding/trader-profile/trader-profile.events.js';
import { type OrderEvent, parseOrderEvent } from '#orders/order/order.events.js';
import type { Projection } from '#read-models/projection.js';
import { type LedgerEvent, parseLedgerEvent } from '#settlement/ledger/ledger.events.js';
import { type UserEvent, parseUserEvent } from '#users/user/user.events.js';
import { type WebhookEvent, parseWebhookEvent } from '../endpoint/endpoint.events.js';
import {
  type Fact,
  depositFact,
  onboardingFact,
  orderFact,
  profileFact,
  settlementFact,
  userFact,
  verificationFact,
  webhookFact,
} from '../event/facts.js';

const columns = {
  id: uuid,
  /** Log position: the order of the feed. */
  position: integer,
  type: text,
  objectId: uuid,
  /** Revision of the fact in its stream. */
  revision: integer,
  createdAt: time,
};

export const feedTable = defineTable('partnerEvents', {
  columns,
  key: ['position'],
  isAppendOnly: true,
  indexes: [['id'], ['type', 'position'], ['objectId', 'position']],
});
/** Before every position of the log. */
export const BEGINNING = -1n;
export type FeedRow = ReadRow<typeof columns>;

type Source = {
  readonly parse: Parse<FactEvent>;
  readonly factOf: (event: FactEvent) => Fact | null;
};
type FactEvent =
  | UserEvent
  | VerificationEvent
  | OnboardingEvent
  | TraderProfileEvent
  | DepositEvent
  | OrderEvent
  | LedgerEvent
  | WebhookEvent;

/** A stream holds only events that its own parser returns. */
const source = <Event extends FactEvent>(
  parse: Parse<Event>,
  factOf: (event: Event) => Fact | null,
): Source => ({ parse, factOf: (event) => factOf(event as Event) });

const SOURCES: Readonly<Record<string, Source>> = {
  user: source(parseUserEvent, userFact),
  verification: source(parseVerificationEvent, verificationFact),
  onboarding: source(parseOnboardingEvent, onboardingFact),
  profile: source(parseTraderProfileEvent, profileFact),
  deposit: source(parseDepositEvent, depositFact),
  order: source(parseOrderEvent, orderFact),
  settlement: source(parseLedgerEvent, settlementFact),
  webhooks: source(parseWebhookEvent, webhookFact),
};

/** Parsers by category of the streams that the feed reads. */
export const feedParsers: Readonly<Record<string, Parse<FactEvent>>> = Object.fromEntries(
  Object.entries(SOURCES).map(([category, { parse }]) => [category, parse]),
);

/**
 * One row per fact that a partner receives. The content of an event is not stored: `EventReader`
 * folds it from the object's stream.
 */
export const partnerFeed: Projection<FactEvent> = {
  name: 'partner-feed',
  version: 3,
  tables: [feedTable],
  project: (event, recorded) => {
    const fact = ownValue(SOURCES, categoryOf(recorded.stream))?.factOf(event) ?? null;
    if (fact === null) return [];
    const { position, revision } = recorded;
    const { at: createdAt } = event.data as { readonly at: string };
    return [insert(feedTable, { id: idOf(recorded), position, revision, createdAt, ...fact })];
  },
};

const idOf = ({ id }: RecordedEvent): string => deterministicId('partner-event', id);
