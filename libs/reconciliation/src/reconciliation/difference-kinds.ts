/** The next step of an operator. `read_again`: the run enqueues a job, and so can an operator. */
type Action = 'assign' | 'adjust' | 'configure' | 'dismiss' | 'read_again';

type Advice = { readonly sentence: string; readonly action: Action };

/** Every kind of difference, with one sentence for the operator and one action. */
export const KINDS = {
  journal_unassigned: {
    sentence:
      'A journal belongs to no deposit or withdrawal of its account: assign it, or have the broker reverse it.',
    action: 'assign',
  },
  deposit_missing_at_broker: {
    sentence:
      'The ledger has a deposit or withdrawal that the broker did not execute: ask the broker for the journal, or adjust it.',
    action: 'adjust',
  },
  deposit_missing_here: {
    sentence:
      'The broker executed a deposit or withdrawal that the ledger lacks: read its journals again.',
    action: 'read_again',
  },
  deposit_amount: {
    sentence:
      'The broker moved another amount than the ledger has: have the broker correct it, or adjust the transaction.',
    action: 'adjust',
  },
  order_missing_at_broker: {
    sentence: 'The broker confirmed this order and does not have it: ask the broker.',
    action: 'dismiss',
  },
  order_unknown_here: {
    sentence:
      'A third party placed this order, or the log lost it: ask the broker, then dismiss it.',
    action: 'dismiss',
  },
  order_different: {
    sentence: 'The broker has this order in another state: read it again, then ask the broker.',
    action: 'read_again',
  },
  account_missing_at_broker: {
    sentence: 'The broker does not have this account, so its user cannot trade: ask the broker.',
    action: 'dismiss',
  },
  account_unknown_here: {
    sentence:
      'A third party opened this account, or the log lost it: ask the broker, then dismiss it.',
    action: 'dismiss',
  },
  account_different: {
    sentence: 'The broker has this account in another state: read it again, then ask the broker.',
    action: 'read_again',
  },
  account_configuration: {
    sentence:
      'The broker allows margin or short sales in this account: configure it with npm run ops -- accounts configure.',
    action: 'configure',
  },
  period_total: {
    sentence:
      'A period shows other totals, dates or lines than its events: rebuild the read model of settlement.',
    action: 'read_again',
  },
  read_model_digest: {
    sentence: 'A read model differs from the log: rebuild the read model.',
    action: 'read_again',
  },
  event_unreadable: {
    sentence:
      'This version cannot read an event, so its object is not compared: see F20 in docs/operators/troubleshooting.md.',
    action: 'dismiss',
  },
  broker_unreadable: {
    sentence: 'The broker returns no usable record: ask the broker. The next run reads it again.',
    action: 'read_again',
  },
} as const satisfies Readonly<Record<string, Advice>>;

export type DifferenceKind = keyof typeof KINDS;

export const DIFFERENCE_KINDS = Object.keys(KINDS) as [DifferenceKind, ...DifferenceKind[]];

/** False for a kind that only an earlier version recorded. */
export const isKind = (kind: string): kind is DifferenceKind => Object.hasOwn(KINDS, kind);

/** Returns the sentence for the operator, also for a kind of another version. */
export const adviceFor = (kind: string): string =>
  isKind(kind) ? KINDS[kind].sentence : 'See docs/operators/reconciliation.md.';
