import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Rate } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { configurePartner } from '../partner/partner.decide.js';
import { partners } from '../partner/partner.state.js';
import { ConfigurePartner } from './configure-partner.command.js';

@CommandHandler(ConfigurePartner)
export class ConfigurePartnerHandler implements ICommandHandler<ConfigurePartner> {
  constructor(private readonly store: EventStore) {}

  async execute({ partnerId, change, by }: ConfigurePartner) {
    const decision = (partner: Parameters<ReturnType<typeof configurePartner>>[0]) => {
      const { fee, commission } = partner.terms;
      const settings = {
        fee: changed(fee, change.feeFlatCents, change.feeBasisPoints),
        commission: changed(commission, change.commissionFlatCents, change.commissionBasisPoints),
        transactionLimitCents: change.transactionLimitCents,
        dailyLimitCents: change.dailyLimitCents,
        showTaxId: change.showTaxId,
      };
      return configurePartner(settings, new Date())(partner);
    };
    const cause = operatorCause(partnerId, by);
    const { state } = await this.store.transact(partners, partnerId, decision, cause);
    return state.terms;
  }
}

const changed = (rate: Rate, flatCents = rate.flatCents, basisPoints = rate.basisPoints): Rate => ({
  flatCents,
  basisPoints,
});
