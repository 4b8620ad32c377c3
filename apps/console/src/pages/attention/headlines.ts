type Told = {
  readonly kind: 'effect' | 'event' | 'read-model' | 'finding';
  readonly about: string;
  readonly waitsFor: string | null;
};

const WAITS = new Map<string, string>(
  Object.entries({
    'credit-deposit': 'A deposit is not credited, or its journal cannot be read',
    'adjust-deposit':
      'A deposit was completed late, or the broker’s journals for it cannot be booked',
    'follow-held-deposit': 'How a deposit stands that the broker holds cannot be read',
    'overdue-deposit': 'The broker still holds a deposit that it should have decided on',
    'close-deposit': 'A deposit that was closed has no end yet',
    'send-waiting': 'Deposits that wait for the pre-funded account are not sent',
    'settle-reservation': 'A day’s limit is not settled',
    'submit-order': 'An order is not sent',
    'follow-order': 'How an order stands cannot be read',
    'cancel-order': 'An order is not canceled',
    'correct-order': 'A correction of an order cannot be read',
    'check-onboarding': 'The result of an onboarding cannot be read',
    'open-account': 'An account is not opened at the broker',
    'refresh-account': 'How an account stands cannot be read',
    'review-account': 'The broker holds an account, or did not open it',
    'submit-verification': 'A check of documents is not begun',
    'check-verification': 'The result of a check of documents cannot be read',
    'conclude-verification': 'A decision does not reach the user',
    'expire-verification': 'A verification does not run out',
    'cut-off-period': 'A period does not end',
    'close-period': 'The totals of a period are not fixed',
    'mark-overdue': 'A period is not marked as overdue',
    'book-transfer': 'A transfer is not matched with periods',
  }),
);

const FOUND = new Map<string, string>(
  Object.entries({
    reconciliation: 'Books and broker differ',
    'reconciliation-runs': 'Books and broker are not compared',
  }),
);

/** What is wrong, in one sentence. */
export const headlineOf = ({ kind, about, waitsFor }: Told): string => {
  switch (kind) {
    case 'effect':
      return WAITS.get(waitsFor ?? '') ?? `${about} waits for ${waitsFor ?? 'nothing'}`;
    case 'event':
      return 'An event cannot be taken in';
    case 'finding':
      return FOUND.get(about) ?? `A check of ${about} has found something`;
    case 'read-model':
      return `The read model ${about} is kept from its readers`;
  }
};
