import type { FirmAccount } from '#funding/watch-firm-account/firm-account.js';
import { centsToDecimal } from '#kernel/money.js';
import { object, usdText, utcTime, word } from '#http/response-schemas.js';

export const firmAccountAnswer = object('FirmAccount', 'The pre-funded account.', {
  transferable: usdText('Available balance.', '1000000.00'),
  inFlight: usdText('Net amount of the deposits in flight.', '2500.00'),
  threshold: usdText('Balance that should remain after the deposits in flight.', '10000.00'),
  state: word('`short`: below the amount in flight. `low`: the rest is below the threshold.', [
    'covered',
    'low',
    'short',
  ]),
  at: utcTime('Time of the poll of the broker.'),
});

export const firmAccountView = ({
  transferableCents,
  inFlightCents,
  thresholdCents,
  state,
  at,
}: FirmAccount) => ({
  transferable: centsToDecimal(transferableCents),
  inFlight: centsToDecimal(inFlightCents),
  threshold: centsToDecimal(thresholdCents),
  state,
  at,
});
