import { z } from 'zod';
import { flag, utcTime } from '#http/response-schemas.js';

export const marketClock = z
  .strictObject({
    now: utcTime('The time of this response.'),
    isOpen: flag('Whether the market is open.', true),
    opensAt: utcTime('When the market opens next.', '2026-03-03T14:30:00.000Z'),
    closesAt: utcTime('When the market closes next.', '2026-03-02T21:00:00.000Z'),
  })
  .meta({ id: 'MarketClock', description: 'Whether the US market is open, and its next changes.' });

const tradingDay = z
  .strictObject({
    date: z.iso
      .date()
      .meta({ description: 'The day, in New York.', format: 'date', examples: ['2026-11-27'] }),
    opensAt: utcTime('When the market opens.', '2026-11-27T14:30:00.000Z'),
    closesAt: utcTime('When the market closes; earlier on a half day.', '2026-11-27T18:00:00.000Z'),
  })
  .meta({ id: 'TradingDay', description: 'A day with trading.' });

export const marketCalendar = z
  .strictObject({ days: z.array(tradingDay).meta({ description: 'In order.' }) })
  .meta({ id: 'MarketCalendar', description: 'Trading days, half days included.' });
