import { Injectable } from '@nestjs/common';
import { Rows } from '#read-models/rows.js';
import { MarketData } from '../market/market-data.js';
import { accountView } from '../show-account/account.view.js';
import { positionsView } from '../list-positions/position.view.js';
import { AccountReader, type Asker, type OwnAccount } from './account-reader.js';
import { pendingMoney } from './user-money.js';

/** Views of an account as partners and staff read them. Each throws 503 without a response of the broker. */
@Injectable()
export class AccountViews {
  constructor(
    private readonly accounts: AccountReader,
    private readonly market: MarketData,
    private readonly rows: Rows,
  ) {}

  async account(asker: Asker, own: OwnAccount) {
    const owner = { partnerId: asker.partnerId, userId: own.userId };
    const [balances, pending] = await Promise.all([
      this.accounts.ask(asker, own, {
        kind: 'account',
        ask: (views, accountId, correlationId) => views.getTradingAccount(accountId, correlationId),
      }),
      pendingMoney(this.rows, owner),
    ]);
    return accountView(own, balances, pending);
  }

  async positions(asker: Asker, own: OwnAccount) {
    const held = await this.accounts.ask(asker, own, {
      kind: 'positions',
      ask: (views, accountId, correlationId) => views.listPositions(accountId, correlationId),
    });
    return positionsView(held, await this.market.names());
  }
}
