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
  'The broker should have decided on the transfer by now: ask it to approve or to reject the journal. What it does is recorded here within the hour; retry it to look at once.';

const BEING_CLOSED =
  'It is being closed already: only the broker can say whether money moved. Retry it to ask now.';

const COMPARED =
  'Nothing more is sent for it: it is compared with the broker’s journals. Where the last error says that a journal differs, the broker’s journals cannot be this transaction’s: look it up to see them, have the broker put it right, assign its own journal where the broker stands by it, or the one that is missing; then retry it.';

const NOTHING_TO_REVIEW =
  'Only a deposit or withdrawal that was completed late is closed here, as seen to; this one was not, or somebody has seen to it. It ends by itself once the broker’s journals and the ledger agree.';

const NOTED = 'Nothing changes in the ledger: it says that somebody has seen to it.';

const WITHDRAWN_LATE =
  'The broker had executed the withdrawal after it was recorded as failed: the firm has the user’s money, the firm owes the partner the net, and the day’s limit counts it. Tell the partner, who has not paid the user; then close this entry.';

/** Null while it can be closed as any other. */
const creditAdvice = (deposit: RequestedDeposit): Advice | null => {
  const { closing } = deposit;
  const refused = refusalOf(() => requestClose('', '', new Date())({ ...deposit, closing: null }));
  if (refused !== null) return { possible: false, inWords: refused, next: COMPARED };
  return closing === null ? null : { possible: false, inWords: BEING_CLOSED, next: BEING_CLOSED };
};

type Review = { readonly by: string; readonly reason: string };

/** The last review: the state of a deposit says only whether one is left to do. */
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
      'Nothing more is sent for it. If a send is open, the broker is asked a minute after it: a journal found there counts as always, and only when there is none it ends as failed, no money moved and nothing owed.',
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
    inWords: 'The broker has the journal for it: only its word ends it.',
    close: null,
  },
  { job: closeDeposit.name, inWords: BEING_CLOSED, close: null },
  {
    job: adjustDeposit.name,
    next: 'The broker had executed it after it was recorded as failed: the user has the money, the partner owes it, and the day’s limit counts it. Tell the partner, who may have paid the user in another way; then close this entry.',
    inWords: NOTED,
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
        : { possible: true, inWords: NOTED, next: WITHDRAWN_LATE };
    },
  },
];

export const depositResolver: Resolver = {
  category: deposits.category,
  lookUp: lookUpDeposit,
  closings: depositClosings,
};
