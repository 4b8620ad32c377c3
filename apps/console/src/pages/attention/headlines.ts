type Described = {
  readonly kind: 'effect' | 'event' | 'read-model' | 'finding';
  readonly about: string;
  readonly waitsFor: string | null;
};

const WAITS = new Map<string, string>(
  Object.entries({
    'credit-deposit': 'A deposit or withdrawal is not executed, or its journal cannot be read',
    'adjust-deposit':
      'A deposit or withdrawal was completed late, or the broker’s journals for it cannot be booked',
    'follow-held-deposit': 'The status of a held transfer cannot be read',
    'overdue-deposit': 'The broker has held a transfer for too long',
    'close-deposit': 'A closed deposit or withdrawal has not ended yet',
    'send-waiting': 'Deposits that wait for the pre-funded account are not sent',
    'settle-reservation': 'A day’s limit is not settled',
    'settle-withdrawal': 'The reservation of a withdrawal is not settled',
    'submit-order': 'An order is not sent',
    'follow-order': 'The status of an order cannot be read',
    'cancel-order': 'An order is not canceled',
    'correct-order': 'A correction of an order cannot be read',
    'check-onboarding': 'The result of an onboarding cannot be read',
    'review-watch-list-hit':
      'The identity provider reports a watch-list match, or no longer passes a user',
    'open-account': 'An account is not opened at the broker',
    'configure-account': 'Margin and short sales of an account are not switched off',
    'refresh-account': 'The status of an account cannot be read',
    'review-account': 'The broker holds an account, or did not open it',
    'submit-verification': 'A check of documents does not start',
    'check-verification': 'The result of a check of documents cannot be read',
    'conclude-verification': 'A decision does not reach the user',
    'expire-verification': 'A verification does not expire',
    'cut-off-period': 'A period does not end',
    'close-period': 'The totals of a period are not fixed',
    'mark-overdue': 'A period is not marked as overdue',
    'book-transfer': 'A transfer is not matched with periods',
    'deliver-webhooks': 'A webhook endpoint of a partner accepts no events, or was disabled',
  }),
);

const FOUND = new Map<string, string>(
  Object.entries({
    reconciliation: 'Ledgers and broker differ',
    'reconciliation-runs': 'Ledgers and broker are not compared',
  }),
);

/** Describes the problem in one sentence. */
export const headlineOf = ({ kind, about, waitsFor }: Described): string => {
  switch (kind) {
    case 'effect':
      return WAITS.get(waitsFor ?? '') ?? `${about} waits for ${waitsFor ?? 'nothing'}`;
    case 'event':
      return 'An event cannot be applied';
    case 'finding':
      return FOUND.get(about) ?? `A check of ${about} has found something`;
    case 'read-model':
      return `The rebuilt read model ${about} is not active`;
  }
};
