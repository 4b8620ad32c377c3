import { type Cents, type Rate, cents } from '#platform/core/money.js';
import type { Stream } from '#platform/event-store/stream.js';
import { type PartnerEvent, parsePartnerEvent } from './partner.events.js';

export type ApiKey = {
  readonly keyId: string;
  readonly secretHash: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  /** From then on it opens nothing; null when no end was set. ISO 8601 UTC. */
  readonly endsAt: string | null;
};

/** What a partner is charged and allowed. */
export type Terms = {
  readonly fee: Rate;
  readonly commission: Rate;
  readonly transactionLimitCents: Cents;
  readonly dailyLimitCents: Cents;
  readonly showTaxId: boolean;
};

export type Partner = {
  /** Null while there is no such partner. */
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
  },
};

const evolve = (partner: Partner, event: PartnerEvent): Partner => {
  switch (event.type) {
    case 'PartnerCreated':
      return { ...partner, id: event.data.partnerId, name: event.data.name };
    case 'PartnerConfigured': {
      const { terms } = partner;
      const { data } = event;
      return {
        ...partner,
        terms: {
          fee: data.fee ?? terms.fee,
          commission: data.commission ?? terms.commission,
          transactionLimitCents: data.transactionLimitCents ?? terms.transactionLimitCents,
          dailyLimitCents: data.dailyLimitCents ?? terms.dailyLimitCents,
          showTaxId: data.showTaxId ?? terms.showTaxId,
        },
      };
    }
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

/** Those that open something at this moment, by the clock of who asks. */
export const activeKeys = (partner: Partner, nowMs: number): readonly ApiKey[] =>
  partner.keys.filter(
    ({ revokedAt, endsAt }) =>
      revokedAt === null && (endsAt === null || nowMs < Date.parse(endsAt)),
  );
