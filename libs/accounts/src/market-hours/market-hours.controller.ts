import { Controller, Get, Query } from '@nestjs/common';
import { DAY_MS } from '#kernel/calendar/day.js';
import { unacceptable } from '#kernel/refused.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { DateParameter } from '#http/query-fields.js';
import { MarketData } from '../market/market-data.js';
import { notLoaded } from '../market/not-loaded.js';
import { daysBetween, isOpenAt } from '../market/market-hours.js';
import { marketCalendar, marketClock } from './market-hours.view.js';

const RANGE_DAYS_MAX = 366;
const rangeTooLong = refusal(
  422,
  'range_too_long',
  `\`from\` and \`to\` span more than ${RANGE_DAYS_MAX} days.`,
  '/to',
);

class CalendarQuery {
  @DateParameter({ about: 'The first day.', example: '2026-11-01' }) readonly from!: string;
  @DateParameter({ about: 'The last day.', example: '2026-11-30' }) readonly to!: string;
}

@Controller('v1/market')
export class MarketHoursController {
  constructor(private readonly market: MarketData) {}

  @Endpoint({
    summary: 'Get the market clock',
    description:
      'Whether the US market is open now, and when it opens and closes next. While the broker is unavailable, the last known times are returned, and one of them may have passed.',
    answers: { 200: [marketClock, 'The clock.'] },
    refuses: [notLoaded],
  })
  @Get('clock')
  async getMarketClock() {
    const known = await this.market.clock();
    const now = new Date();
    const { opensAt, closesAt } = known;
    return { now: now.toISOString(), isOpen: isOpenAt(known, now), opensAt, closesAt };
  }

  @Endpoint({
    summary: 'Get trading days',
    description: `The days with trading from \`from\` to \`to\`, both included, at most ${RANGE_DAYS_MAX} days. Half days close earlier.`,
    answers: { 200: [marketCalendar, 'The trading days.'] },
    refuses: [rangeTooLong, notLoaded],
  })
  @Get('calendar')
  async getMarketCalendar(@Query() { from, to }: CalendarQuery) {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days > RANGE_DAYS_MAX) {
      const detail = `must be at most ${RANGE_DAYS_MAX} days after from, both included`;
      throw unacceptable({ pointer: '/to', code: rangeTooLong.code, detail });
    }
    return { days: daysBetween(await this.market.calendar(), from, to) };
  }
}
