import { CommandBus } from '@nestjs/cqrs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  ConfigurePartner,
  type TermsChange,
} from '#auth/configure-partner/configure-partner.handler.js';
import { COLLECTION, SWITCH, TWO_FACTOR } from '#auth/partner/partner.events.js';
import type { Terms } from '#auth/partner/partner.state.js';
import { type Cents, DOLLARS_RULE, centsFromText, centsToDecimal } from '#kernel/money.js';
import { PARTNER, inService } from './session.js';

type Configure = {
  readonly partner: string;
  readonly feeFlat?: Cents;
  readonly feeBps?: number;
  readonly commissionFlat?: Cents;
  readonly commissionBps?: number;
  readonly limit?: Cents;
  readonly dailyLimit?: Cents;
  readonly showTaxId?: boolean;
  readonly withdrawals?: Terms['withdrawals'];
  readonly withdrawalFeeFlat?: Cents;
  readonly withdrawalFeeBps?: number;
  readonly withdrawalLimit?: Cents;
  readonly withdrawalDailyLimit?: Cents;
  readonly withdrawalTwoFactor?: Terms['withdrawalTwoFactor'];
  readonly commissionCollection?: Terms['commissionCollection'];
};

/** Adds `partner configure`. */
export const addConfigure = (partner: Command): void => {
  const configure = partner
    .command('configure')
    .description('sets options of a partner; omitted options keep their value')
    .requiredOption(...PARTNER)
    .option('--fee-flat <usd>', 'flat fee per deposit', dollars)
    .option('--fee-bps <n>', 'basis points of a deposit', basisPoints)
    .option('--commission-flat <usd>', 'flat commission per order', dollars)
    .option('--commission-bps <n>', 'basis points of an order', basisPoints)
    .option('--limit <usd>', 'largest deposit', dollars)
    .option('--daily-limit <usd>', 'limit of deposits per user and UTC day', dollars)
    .option('--show-tax-id <yes|no>', 'show full tax ids to this partner', yesOrNo);
  addWithdrawalOptions(configure);
  configure
    .addOption(
      new Option(
        '--commission-collection <method>',
        'how commissions of orders are collected',
      ).choices(COLLECTION),
    )
    .action(
      inService(async (app, { partner: id, ...options }: Configure) => {
        const change = new ConfigurePartner(id, changeOf(options));
        return termsView(await app.get(CommandBus).execute(change));
      }),
    );
};

const addWithdrawalOptions = (configure: Command): void => {
  configure
    .addOption(new Option('--withdrawals <state>', 'let users withdraw').choices(SWITCH))
    .option('--withdrawal-fee-flat <usd>', 'flat fee per withdrawal', dollars)
    .option('--withdrawal-fee-bps <n>', 'basis points of a withdrawal', basisPoints)
    .option('--withdrawal-limit <usd>', 'largest withdrawal', dollars)
    .option('--withdrawal-daily-limit <usd>', 'limit of withdrawals per user and UTC day', dollars)
    .addOption(
      new Option('--withdrawal-two-factor <rule>', 'one-time code of the user').choices(TWO_FACTOR),
    );
};

const changeOf = (options: Omit<Configure, 'partner'>): TermsChange => ({
  feeFlatCents: options.feeFlat,
  feeBasisPoints: options.feeBps,
  commissionFlatCents: options.commissionFlat,
  commissionBasisPoints: options.commissionBps,
  transactionLimitCents: options.limit,
  dailyLimitCents: options.dailyLimit,
  showTaxId: options.showTaxId,
  withdrawals: options.withdrawals,
  withdrawalFeeFlatCents: options.withdrawalFeeFlat,
  withdrawalFeeBasisPoints: options.withdrawalFeeBps,
  withdrawalLimitCents: options.withdrawalLimit,
  withdrawalDailyLimitCents: options.withdrawalDailyLimit,
  withdrawalTwoFactor: options.withdrawalTwoFactor,
  commissionCollection: options.commissionCollection,
});

const termsView = (terms: Terms) => ({
  feeFlat: centsToDecimal(terms.fee.flatCents),
  feeBps: terms.fee.basisPoints,
  commissionFlat: centsToDecimal(terms.commission.flatCents),
  commissionBps: terms.commission.basisPoints,
  limit: centsToDecimal(terms.transactionLimitCents),
  dailyLimit: centsToDecimal(terms.dailyLimitCents),
  showTaxId: terms.showTaxId,
  withdrawals: terms.withdrawals,
  withdrawalFeeFlat: centsToDecimal(terms.withdrawalFee.flatCents),
  withdrawalFeeBps: terms.withdrawalFee.basisPoints,
  withdrawalLimit: centsToDecimal(terms.withdrawalLimitCents),
  withdrawalDailyLimit: centsToDecimal(terms.withdrawalDailyLimitCents),
  withdrawalTwoFactor: terms.withdrawalTwoFactor,
  commissionCollection: terms.commissionCollection,
});

const dollars = (text: string): Cents => {
  const amount = centsFromText(text);
  if (amount !== null) return amount;
  throw new InvalidArgumentError(`The amount ${DOLLARS_RULE}.`);
};

const basisPoints = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 10_000) return Number(text);
  throw new InvalidArgumentError('Give basis points, 0 to 10000.');
};

const yesOrNo = (text: string): boolean => {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('Give yes or no.');
};
