import { z } from 'zod';
import { KINDS } from '#settlement/transfer/transfer.events.js';
import { text, usdText, utcTime, uuid, word } from '#http/response-schemas.js';

export const proposalsAnswer = z
  .strictObject({
    proposals: z
      .array(
        z
          .strictObject({
            transferId: uuid('The id of the transfer.'),
            partnerId: uuid('The partner.'),
            partnerName: text('Name of the partner.', 'Acme'),
            kind: word('`payment` from the partner, or `payout` to the partner.', KINDS),
            reference: text('The bank’s reference.', 'BANK-1'),
            amount: usdText('Amount of the transfer.', '50000.00'),
            wanted: word('Status of the transfer after the second request.', [
              'recorded',
              'reversed',
            ]),
            proposedBy: text('E-mail of the first person.', 'ada@acme.example'),
            proposedAt: utcTime('When.'),
          })
          .meta({
            id: 'TransferProposal',
            description: 'A request that waits for a second person.',
          }),
      )
      .meta({ description: 'The oldest first.' }),
  })
  .meta({ id: 'TransferProposalList', description: 'Requests that wait for a second person.' });
