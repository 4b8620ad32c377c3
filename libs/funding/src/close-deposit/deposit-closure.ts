import {
  type Advice,
  type ManualClosure,
  type Resolver,
  refusalOf,
} from '#operations/attention/resolver.js';
import { conflict } from '#kernel/refused.js';
import type { Stream } from '#kernel/event-store/stream.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { lookUpDeposit } from '../look-up-deposit/look-up-deposit.js';
import { requestClose, reviewDeposit } from '../deposit/close-deposit.decide.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import {
  type Deposit,
  type RequestedDeposit,
  deposits,
  isRequested,
} from '../deposit/deposit.state.js';
import { adjustDeposit, closeDeposit, creditDeposit, overdueDeposit } from '../jobs.js';

const partnerOf = (deposit: Deposit): string => (isRequested(deposit) ? deposit.partnerId : '');

const HELD =
  'The broker should have decided on the transfer by now: ask the broker to approve or reject the journal. The service records the decision within the hour. Retry it to read the journal at once.';

const BEING_CLOSED =
  'It is already being closed. Only the broker knows whether money moved. Retry it to ask the broker now.';

const COMPARED =
  'Nothing more is sent for it. The service compares it with the broker’s journals. If the last error says that a journal differs, the journal cannot belong to this transaction. Look it up to see the journals. Have the broker correct them, or assign the right journal. Then retry it.';

const NOTHING_TO_REVIEW =
  'Only a deposit or withdrawal that was completed late can be closed here, as reviewed. This one was not completed late, or is already reviewed. It ends automatically when the broker’s journals and the ledger agree.';

const REVIEWED_ONLY = 'Nothing changes in the ledger. The closure records the review.';

const WITHDRAWN_LATE =
  'The broker had executed the withdrawal after it was recorded as failed: the firm has the user’s money, the firm owes the partner the net, and the day’s limit counts it. Tell the partner, who has not paid the user. Then close this entry.';

/** Returns null if the transaction can be closed as usual. */
const creditAdvice = (deposit: RequestedDeposit): Advice | null => {
  const { closing } = deposit;
  const refused = refusalOf(() => requestClose('', '', new Date())({ ...deposit, closing: null }));
  if (refused !== null) return { possible: false, inWords: refused, next: COMPARED };
  return closing === null ? null : { possible: false, inWords: BEING_CLOSED, next: BEING_CLOSED };
};

type Review = { readonly by: string; readonly reason: string };

/** The last review. The state of a deposit shows only whether a review is missing. */
const reviews: Stream<Review | null, DepositEvent> = {
  category: deposits.category,
  initial: null,
  evolve: (last, { type, data }) => (type === 'DepositReviewed' ? data : last),
  parse: deposits.parse,
};

const depositClosings: readonly ManualClosure[] = [
  {
    job: creditDeposit.name,
    inWords:
      'Nothing more is sent for it. If a send is open, the service looks up the journal a minute later. A journal counts as usual. Without a journal, the transaction ends as failed: no money moved, and no one owes anything.',
    close: async (store, id, { reason, by }) => {
      const cause = operatorCause(partnerOf(await store.load(deposits, id)), by);
      await store.transact(deposits, id, requestClose(reason, cause.actor, new Date()), cause);
    },
    adviceFor: async (store, id) => {
      const deposit = await store.load(deposits, id);
      return isRequested(deposit) ? creditAdvice(deposit) : null;
    },
  },
  {
    job: overdueDeposit.name,
    next: HELD,
    inWords: 'The broker has the journal, and only the broker can end it.',
    close: null,
  },
  { job: closeDeposit.name, inWords: BEING_CLOSED, close: null },
  {
    job: adjustDeposit.name,
    next: 'The broker had executed it after it was recorded as failed: the user has the money, the partner owes it, and the day’s limit counts it. Tell the partner, who may have paid the user in another way. Then close this entry.',
    inWords: REVIEWED_ONLY,
    close: async (store, id, { reason, by }) => {
      const deposit = await store.load(deposits, id);
      const cause = operatorCause(partnerOf(deposit), by);
      if (isRequested(deposit) && !deposit.isToBeReviewed) {
        const last = await store.load(reviews, id);
        if (last?.by === cause.actor && last.reason === reason) return;
        throw conflict('cannot_be_closed', NOTHING_TO_REVIEW);
      }
      await store.transact(deposits, id, reviewDeposit(reason, cause.actor, new Date()), cause);
    },
    adviceFor: async (store, id) => {
      const deposit = await store.load(deposits, id);
      if (!isRequested(deposit) || !deposit.isToBeReviewed)
        return { possible: false, inWords: NOTHING_TO_REVIEW, next: COMPARED };
      return deposit.direction === 'DEPOSIT'
        ? null
        : { possible: true, inWords: REVIEWED_ONLY, next: WITHDRAWN_LATE };
    },
  },
];

export const depositResolver: Resolver = {
  category: deposits.category,
  lookUp: lookUpDeposit,
  closings: depositClosings,
};
