import { z } from 'zod';
import { text, usdText, utcTime, uuid, word } from '#platform/http/answers.js';

export const proposalsAnswer = z
  .strictObject({
    proposals: z
      .array(
        z
          .strictObject({
            transferId: uuid('The id of the transfer.'),
            partnerId: uuid('The partner.'),
            partnerName: text('What we call the partner.', 'Acme'),
            reference: text('The bank’s reference.', 'BANK-1'),
            amount: usdText('What came in.', '50000.00'),
            wanted: word('What becomes of it once a second person asks for the same.', [
              'recorded',
              'reversed',
            ]),
            proposedBy: text('Who asked first, by e-mail.', 'ada@acme.example'),
            proposedAt: utcTime('When.'),
          })
          .meta({ id: 'TransferProposal', description: 'A transfer that waits.' }),
      )
      .meta({ description: 'The oldest first.' }),
  })
  .meta({ id: 'TransferProposalList', description: 'What waits for a second person.' });
