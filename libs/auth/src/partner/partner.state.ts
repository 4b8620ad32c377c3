import { type Cents, type Rate, cents } from '#kernel/money.js';
import type { Stream } from '#kernel/event-store/stream.js';
import {
  type COLLECTION,
  type PartnerEvent,
  type SWITCH,
  type TWO_FACTOR,
  parsePartnerEvent,
} from './partner.events.js';

export type ApiKey = {
  readonly keyId: string;
  readonly secretHash: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  /** End of the key, ISO 8601 UTC; null if it has none. */
  readonly endsAt: string | null;
};

/** Fees and limits of a partner. */
export type Terms = {
  readonly fee: Rate;
  readonly commission: Rate;
  readonly transactionLimitCents: Cents;
  readonly dailyLimitCents: Cents;
  readonly showTaxId: boolean;
  readonly withdrawals: (typeof SWITCH)[number];
  readonly withdrawalFee: Rate;
  readonly withdrawalLimitCents: Cents;
  readonly withdrawalDailyLimitCents: Cents;
  /** Whether a withdrawal needs the user's one-time code. */
  readonly withdrawalTwoFactor: (typeof TWO_FACTOR)[number];
  /** Whether settlement collects the commissions of orders. */
  readonly commissionCollection: (typeof COLLECTION)[number];
};

export type Partner = {
  /** Null if the partner does not exist. */
  readonly id: string | null;
  readonly name: string;
  readonly keys: readonly ApiKey[];
  readonly terms: Terms;
};

const FREE: Rate = { flatCents: cents(0), basisPoints: 0 };

const initial: Partner = {
  id: null,
  name: '',
  keys: [],
  terms: {
    fee: FREE,
    commission: FREE,
    transactionLimitCents: cents(50_000_00),
    dailyLimitCents: cents(250_000_00),
    showTaxId: false,
    withdrawals: 'disabled',
    withdrawalFee: FREE,
    withdrawalLimitCents: cents(50_000_00),
    withdrawalDailyLimitCents: cents(250_000_00),
    withdrawalTwoFactor: 'optional',
    commissionCollection: 'settlement',
  },
};

const evolve = (partner: Partner, event: PartnerEvent): Partner => {
  switch (event.type) {
    case 'PartnerCreated':
      return { ...partner, id: event.data.partnerId, name: event.data.name };
    case 'PartnerConfigured':
      return { ...partner, terms: changedTerms(partner.terms, event.data) };
    case 'ApiKeyCreated': {
      const { keyId, secretHash, at } = event.data;
      return {
        ...partner,
        keys: [
          ...partner.keys,
          { keyId, secretHash, createdAt: at, revokedAt: null, endsAt: null },
        ],
      };
    }
    case 'ApiKeyRevoked': {
      const { keyId, at } = event.data;
      return withKey(partner, keyId, { revokedAt: at });
    }
    case 'ApiKeyEndSet': {
      const { keyId, endsAt } = event.data;
      return withKey(partner, keyId, { endsAt });
    }
  }
};

type Configured = Extract<PartnerEvent, { readonly type: 'PartnerConfigured' }>['data'];

const changedTerms = (terms: Terms, data: Configured): Terms => ({
  fee: data.fee ?? terms.fee,
  commission: data.commission ?? terms.commission,
  transactionLimitCents: data.transactionLimitCents ?? terms.transactionLimitCents,
  dailyLimitCents: data.dailyLimitCents ?? terms.dailyLimitCents,
  showTaxId: data.showTaxId ?? terms.showTaxId,
  withdrawals: data.withdrawals ?? terms.withdrawals,
  withdrawalFee: data.withdrawalFee ?? terms.withdrawalFee,
  withdrawalLimitCents: data.withdrawalLimitCents ?? terms.withdrawalLimitCents,
  withdrawalDailyLimitCents: data.withdrawalDailyLimitCents ?? terms.withdrawalDailyLimitCents,
  withdrawalTwoFactor: data.withdrawalTwoFactor ?? terms.withdrawalTwoFactor,
  // Terms that an earlier version set do not collect commissions.
  commissionCollection: data.commissionCollection ?? 'none',
});

const withKey = (partner: Partner, keyId: string, change: Partial<ApiKey>): Partner => ({
  ...partner,
  keys: partner.keys.map((key) => (key.keyId === keyId ? { ...key, ...change } : key)),
});

export const partners: Stream<Partner, PartnerEvent> = {
  category: 'partner',
  initial,
  evolve,
  parse: parsePartnerEvent,
};

/** Returns the keys that are active at this time of the caller's clock. */
export const activeKeys = (partner: Partner, nowMs: number): readonly ApiKey[] =>
  partner.keys.filter(
    ({ revokedAt, endsAt }) =>
      revokedAt === null && (endsAt === null || nowMs < Date.parse(endsAt)),
  );
