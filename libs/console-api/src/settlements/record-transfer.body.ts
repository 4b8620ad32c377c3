import { DOLLARS, DOLLARS_LENGTH_MAX, DOLLARS_RULE } from '#kernel/money.js';
import { refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';

export class RecordTransferBody {
  @TextField({ max: 140, about: 'The bank’s reference.', example: 'BANK-1' })
  readonly reference!: string;
  @TextField({
    max: DOLLARS_LENGTH_MAX,
    pattern: DOLLARS,
    code: 'amount_invalid',
    detail: DOLLARS_RULE,
    about: 'Amount of the transfer.',
    example: '500.00',
  })
  readonly amount!: string;
}

export const referenceInvalid = refusal(
  422,
  'reference_invalid',
  '`reference` begins or ends with a space, contains an invisible character, or is a number, an error or a placeholder of a spreadsheet.',
);
