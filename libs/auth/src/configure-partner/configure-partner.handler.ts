import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Cents, Rate } from '#kernel/money.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { PartnerEvent } from '../partner/partner.events.js';
import { type Partner, type Terms, partners } from '../partner/partner.state.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { configurePartner } from '../partner/partner.decide.js';

/** Terms with two parts, which change separately. */
type Charge = 'fee' | 'commission' | 'withdrawalFee';

/** Absent fields stay unchanged. */
export type TermsChange = {
  readonly [Name in keyof Terms as Exclude<Name, Charge>]?: Terms[Name] | undefined;
} & {
  readonly feeFlatCents?: Cents | undefined;
  readonly feeBasisPoints?: number | undefined;
  readonly commissionFlatCents?: Cents | undefined;
  readonly commissionBasisPoints?: number | undefined;
  readonly withdrawalFeeFlatCents?: Cents | undefined;
  readonly withdrawalFeeBasisPoints?: number | undefined;
};

export class ConfigurePartner extends Command<Terms> {
  constructor(
    readonly partnerId: string,
    readonly change: TermsChange,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(ConfigurePartner)
export class ConfigurePartnerHandler implements ICommandHandler<ConfigurePartner> {
  constructor(private readonly store: EventStore) {}

  async execute({ partnerId, change, by }: ConfigurePartner) {
    const decision: Decision<Partner, PartnerEvent> = (partner) =>
      configurePartner(settingsOf(partner.terms, change), new Date())(partner);
    const cause = operatorCause(partnerId, by);
    const { state } = await this.store.transact(partners, partnerId, decision, cause);
    return state.terms;
  }
}

const settingsOf = (terms: Terms, change: TermsChange) => {
  const { feeFlatCents, feeBasisPoints, commissionFlatCents, ...others } = change;
  const { commissionBasisPoints, withdrawalFeeFlatCents, withdrawalFeeBasisPoints, ...rest } =
    others;
  return {
    ...rest,
    fee: changed(terms.fee, feeFlatCents, feeBasisPoints),
    commission: changed(terms.commission, commissionFlatCents, commissionBasisPoints),
    withdrawalFee: changed(terms.withdrawalFee, withdrawalFeeFlatCents, withdrawalFeeBasisPoints),
  };
};

const changed = (rate: Rate, flatCents = rate.flatCents, basisPoints = rate.basisPoints): Rate => ({
  flatCents,
  basisPoints,
});
