import { Injectable } from '@nestjs/common';
import { openWithdrawals } from '#funding/withdrawal-reservations/open-withdrawals.js';
import { heldCents } from '#funding/withdrawal-reservations/withdrawal-reservations.state.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { MarketData } from '../market/market-data.js';
import { accountView } from '../show-account/account.view.js';
import { positionsView } from '../list-positions/position.view.js';
import { AccountReader, type Asker, type OwnAccount } from './account-reader.js';
import { pendingDeposits } from './user-money.js';

/**
 * Views of an account as partners and staff read them. Each throws 503 without a response of the
 * broker.
 */
@Injectable()
export class AccountViews {
  constructor(
    private readonly store: EventStore,
    private readonly accounts: AccountReader,
    private readonly market: MarketData,
    private readonly rows: Rows,
  ) {}

  /**
   * Reads the withdrawals before the cash, as a withdrawal does. A withdrawal that is executed in
   * between is subtracted twice, and is never shown as cash.
   */
  async account(asker: Asker, own: OwnAccount) {
    const owner = { partnerId: asker.partnerId, userId: own.userId };
    const open = await openWithdrawals(this.store, own.userId);
    const [balances, deposits] = await Promise.all([
      this.accounts.ask(asker, own, {
        kind: 'account',
        version: open.map(({ terms }) => terms.depositId).join(),
        ask: (views, accountId, correlationId) => views.getTradingAccount(accountId, correlationId),
      }),
      pendingDeposits(this.rows, owner),
    ]);
    return accountView(own, balances, { deposits, withdrawals: heldCents(open) });
  }

  async positions(asker: Asker, own: OwnAccount) {
    const held = await this.accounts.ask(asker, own, {
      kind: 'positions',
      ask: (views, accountId, correlationId) => views.listPositions(accountId, correlationId),
    });
    return positionsView(held, await this.market.names());
  }
}
