import { parsePartnerEvent } from '#auth/partner/partner.events.js';
import { partners } from '#auth/partner/partner.state.js';
import { depositView } from '#funding/user-deposits/deposit.view.js';
import { depositRows } from '#funding/user-deposits/user-deposits.projection.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { type DomainEvent, categoryOf, streamName } from '#kernel/event-store/stream.js';
import { ownValue } from '#kernel/own-value.js';
import { type MutableRow, type RowChange, changedRow } from '#kernel/projection/row-change.js';
import type { Columns, ReadRow, Table } from '#kernel/projection/table.js';
import { verificationRows } from '#kyc/show-verification/verifications.projection.js';
import { statusView } from '#kyc/show-verification/verification.view.js';
import { profileRows } from '#onboarding/show-profile/profile.rows.js';
import { toProfile } from '#onboarding/show-profile/profile.view.js';
import { orderView } from '#orders/user-orders/order.view.js';
import { orderRows } from '#orders/user-orders/user-orders.projection.js';
import type { OwnRows } from '#read-models/rows.js';
import { ledgers } from '#settlement/ledger/ledger.state.js';
import { settlementPeriods } from '#settlement/settlement-periods/settlement-periods.projection.js';
import { type PeriodRow, periodTable } from '#settlement/settlement-periods/settlement.tables.js';
import { settlementView } from '#settlement/settlement-periods/settlement.view.js';
import { verifiedUserView } from '#users/user-list/user.view.js';
import { userRows } from '#users/user-list/user-list.projection.js';
import { webhooks } from '../endpoint/endpoint.state.js';
import { endpointRowView } from '../list-endpoints/webhook-endpoint.view.js';
import {
  type WebhookRow,
  webhookEndpoints,
  webhookTable,
} from '../list-endpoints/webhook-endpoints.projection.js';
import type { ObjectType } from './event-types.js';
import { onboardingRows, onboardingView } from './onboarding-object.js';

/** Source of an object's state, and its view for partners. */
export type Subject = {
  readonly streamOf: (partnerId: string, objectId: string) => string;
  /** Stream whose first event precedes the object's events; null: none. */
  readonly openedBy: ((partnerId: string) => string) | null;
  /** False: the view needs no personal field, so nothing is decrypted. */
  readonly isPersonal: boolean;
  readonly table: Table;
  readonly changesOf: (recorded: RecordedEvent) => readonly RowChange[];
  readonly view: (row: MutableRow) => unknown;
};

const subject = <Event extends DomainEvent, Of extends Columns>(
  { table, source, project }: OwnRows<Event, Of>,
  isPersonal: boolean,
  view: (row: ReadRow<Of>) => unknown,
): Subject => ({
  streamOf: (_, objectId) => streamName(source, objectId),
  openedBy: null,
  isPersonal,
  table,
  changesOf: (recorded) => project(source.parse(recorded.type, recorded.data), recorded),
  view: (row) => view(row as ReadRow<Of>),
});

/**
 * A period after its cut-off depends on the ledger's stream only. The partner's first event opens
 * the first period.
 */
const settlement: Subject = {
  streamOf: (partnerId) => streamName(ledgers, partnerId),
  openedBy: (partnerId) => streamName(partners, partnerId),
  isPersonal: false,
  table: periodTable,
  changesOf: (recorded) => {
    const { type, data, stream } = recorded;
    const parse = categoryOf(stream) === partners.category ? parsePartnerEvent : ledgers.parse;
    return settlementPeriods.project(parse(type, data), recorded);
  },
  view: (row) => settlementView({ period: row as PeriodRow, sums: null, account: null }),
};

/** A partner's endpoints share one stream. */
const webhookEndpoint: Subject = {
  streamOf: (partnerId) => streamName(webhooks, partnerId),
  openedBy: null,
  isPersonal: false,
  table: webhookTable,
  changesOf: (recorded) =>
    webhookEndpoints.project(webhooks.parse(recorded.type, recorded.data), recorded),
  view: (row) => endpointRowView(row as WebhookRow),
};

/**
 * The views of the GET endpoints. The tax id is always masked, because the partner's terms may
 * change and the content of an event may not.
 */
export const SUBJECTS: Readonly<Record<ObjectType, Subject>> = {
  user: subject(userRows, true, verifiedUserView),
  verification: subject(verificationRows, false, statusView),
  onboarding: subject(onboardingRows, false, onboardingView),
  broker_account: subject(profileRows, true, (row) =>
    toProfile(row, (masked) => masked.taxIdMasked),
  ),
  funding: subject(depositRows, false, depositView),
  order: subject(orderRows, false, orderView),
  settlement,
  webhook_endpoint: webhookEndpoint,
};

/** Applies the changes of an event to the row of one object. */
export const rowAfter = (
  { table, changesOf }: Subject,
  objectId: string,
  before: { readonly partnerId: string; readonly row: MutableRow | null },
  recorded: RecordedEvent,
): MutableRow | null =>
  changesOf(recorded).reduce<MutableRow | null>((row, change) => {
    const isOfObject = change.table.name === table.name && keyIn(change) === objectId;
    return isOfObject ? changedRow(row, change, before.partnerId) : row;
  }, before.row);

const keyIn = (change: RowChange) =>
  ownValue(change.op === 'insert' ? change.row : change.key, change.table.key[0] ?? '');
