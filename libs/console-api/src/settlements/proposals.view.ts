import { KINDS } from '#settlement/transfer/transfer.events.js';
import { list, object, text, usdText, utcTime, uuid, word } from '#http/response-schemas.js';

export const proposalsAnswer = object(
  'TransferProposalList',
  'Requests that wait for a second person.',
  {
    proposals: list(
      'The oldest first.',
      object('TransferProposal', 'A request that waits for a second person.', {
        transferId: uuid('The id of the transfer.'),
        partnerId: uuid('The partner.'),
        partnerName: text('Name of the partner.', 'Acme'),
        kind: word('`payment` from the partner, or `payout` to the partner.', KINDS),
        reference: text('The bank’s reference.', 'BANK-1'),
        amount: usdText('Amount of the transfer.', '50000.00'),
        wanted: word('Status of the transfer after the second request.', ['recorded', 'reversed']),
        proposedBy: text('E-mail of the first person.', 'ada@acme.example'),
        proposedAt: utcTime('Time of the first request.'),
      }),
    ),
  },
);
