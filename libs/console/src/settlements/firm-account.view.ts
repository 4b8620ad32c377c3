import { z } from 'zod';
import type { FirmAccount } from '#funding';
import { centsToDecimal } from '#platform/core/money.js';
import { usdText, utcTime, word } from '#platform/http/answers.js';

export const firmAccountAnswer = z
  .strictObject({
    transferable: usdText('What it holds.', '1000000.00'),
    inFlight: usdText('What deposits on their way will take, after fees.', '2500.00'),
    threshold: usdText('What it should keep beyond that.', '10000.00'),
    state: word(
      '`short` does not cover what is on its way; `low` does, with less than the threshold left.',
      ['covered', 'low', 'short'],
    ),
    at: utcTime('When the broker was asked.'),
  })
  .meta({ id: 'FirmAccount', description: 'The pre-funded account.' });

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
