import { z } from 'zod';
import { pageMetadata, text, usdText, utcTime, uuid, word } from '#platform/http/answers.js';

export const statementLine = z
  .strictObject({
    type: word('`deposit`, or `adjustment` for one that was taken back.', [
      'deposit',
      'adjustment',
    ]),
    transactionId: uuid('The id of the funding transaction.'),
    externalId: text('Your own id of it.', 'deposit-4711'),
    userId: uuid('Whose account was credited.'),
    gross: usdText('The amount; in an adjustment, negative, like fee and net.', '100.00'),
    fee: usdText('Our fee.', '1.50'),
    net: usdText('What the user was credited.', '98.50'),
    completedAt: utcTime('When it was credited, or taken back.'),
    journalId: text('The movement at the broker.', '6d2cba43-cb57-4534-9603-a6e159167c0a'),
  })
  .meta({ id: 'StatementLine', description: 'One deposit or adjustment of a period.' });

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
    'type,transactionId,externalId,userId,gross,fee,net,completedAt,journalId\r\ndeposit,9b2f6f0e-0d55-5c1f-8a3c-3f0a4f3c2b1d,deposit-4711,9b2f6f0e-0d55-5c1f-8a3c-3f0a4f3c2b1d,100.00,1.50,98.50,2026-03-02T14:05:06.789Z,6d2cba43-cb57-4534-9603-a6e159167c0a\r\n',
  ],
});
