import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { AccountReader, accountRefusals } from '../account-view/account-reader.js';
import { AccountViews } from '../account-view/account-views.js';
import { position, positionView, positions } from './position.view.js';

@Controller('v1/accounts/:userId/positions')
export class PositionsController {
  constructor(
    private readonly accounts: AccountReader,
    private readonly views: AccountViews,
  ) {}

  @Endpoint({
    summary: 'List a user’s positions',
    description: 'Everything that the user holds, sorted by symbol.',
    params: { userId: 'The owner of the account.' },
    answers: { 200: [positions, 'The positions.'] },
    refuses: accountRefusals,
  })
  @Get()
  async listPositions(@CurrentCaller() caller: Caller, @Param('userId') id: string) {
    return this.read(caller, id);
  }

  @Endpoint({
    summary: 'Get a position',
    description: 'One position of the user.',
    params: {
      userId: 'The owner of the account.',
      symbol: { about: 'The symbol, in capital letters.', example: 'AAPL' },
    },
    answers: { 200: [position, 'The position.'] },
    refuses: [
      ...accountRefusals,
      refusal(404, 'position_not_found', 'The user does not hold this symbol.'),
    ],
  })
  @Get(':symbol')
  async getPosition(
    @CurrentCaller() caller: Caller,
    @Param('userId') id: string,
    @Param('symbol') symbol: string,
  ) {
    const found = positionView(await this.read(caller, id), symbol);
    if (found === null) throw notFound('position_not_found', 'The user does not hold this symbol');
    return found;
  }

  /** Both endpoints share a call: a single position is read from the list. */
  private async read(caller: Caller, id: string) {
    return this.views.positions(caller, await this.accounts.require(caller, id));
  }
}
