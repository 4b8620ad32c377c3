import { z } from 'zod';
import { LINE_TYPES } from '../settlement-periods/line.js';
import { pageMetadata, text, usdText, utcTime, uuid, word } from '#http/response-schemas.js';

export const statementLine = z
  .strictObject({
    type: word(
      '`deposit`, `withdrawal`, `commission` of an order that ended, or `adjustment` for a later change of one of these.',
      LINE_TYPES,
    ),
    transactionId: uuid('The id of the funding transaction, or of the order.'),
    externalId: text('Your own id for it.', 'deposit-4711'),
    userId: uuid('Owner of the account.'),
    gross: usdText(
      'The amount. An adjustment has the change of the amount: negative if the broker reversed the transaction. 0.00 for an order.',
      '100.00',
    ),
    fee: usdText('Our fee.', '1.50'),
    net: usdText('`gross` less `fee`.', '98.50'),
    completedAt: utcTime('Time of the movement, of its change, or of the end of the order.'),
    journalId: text(
      'The movement at the broker. Null for an order.',
      '6d2cba43-cb57-4534-9603-a6e159167c0a',
    ).nullable(),
    due: usdText(
      'Amount that the line adds to `due` of the period. Negative for a withdrawal, by its net.',
      '100.00',
    ),
  })
  .meta({
    id: 'StatementLine',
    description: 'One deposit, withdrawal, commission or adjustment of a period.',
  });

export const statement = z
  .strictObject({
    lines: z.array(statementLine).meta({ description: 'In the order in which they were booked.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'Statement', description: 'One page of a statement.' });

export const statementFile = z.string().meta({
  id: 'StatementFile',
  description: `The whole statement: RFC 4180, a header row, lines ending with CRLF. A text that begins with =, +, -, @, one of these in full width, a tab or a carriage return has an apostrophe before it.`,
  examples: [
    'type,transactionId,externalId,userId,gross,fee,net,completedAt,journalId,due\r\ndeposit,9b2f6f0e-0d55-5c1f-8a3c-3f0a4f3c2b1d,deposit-4711,9b2f6f0e-0d55-5c1f-8a3c-3f0a4f3c2b1d,100.00,1.50,98.50,2026-03-02T14:05:06.789Z,6d2cba43-cb57-4534-9603-a6e159167c0a,100.00\r\n',
  ],
});
