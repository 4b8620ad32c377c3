import { type Cents, DOLLARS_RULE, cents, centsFromText } from '#kernel/money.js';
import { type FieldError, unacceptable } from '#kernel/refused.js';
import { fromSpreadsheet } from '#kernel/spreadsheet-text.js';
import { transferErrors } from './transfer-errors.js';

type Transfer = { readonly reference: string; readonly amountCents: Cents };

/** Parses a transfer as a person or a spreadsheet writes it: from a file, a command or a form. */
export const transferInput = (
  reference: string,
  amount: string,
): Transfer & { readonly errors: readonly FieldError[] } => {
  const amountCents = centsFromText(fromSpreadsheet(amount));
  const read = { reference: fromSpreadsheet(reference), amountCents: amountCents ?? cents(0) };
  const errors = transferErrors(read.reference, read.amountCents).map((fieldError) =>
    fieldError.pointer === '/amount' && amountCents === null
      ? { ...fieldError, detail: DOLLARS_RULE }
      : fieldError,
  );
  return { ...read, errors };
};

/** @throws {Refused} with all errors at once. */
export const acceptedTransfer = (reference: string, amount: string): Transfer => {
  const { errors, ...transfer } = transferInput(reference, amount);
  if (errors.length > 0) throw unacceptable(...errors);
  return transfer;
};
