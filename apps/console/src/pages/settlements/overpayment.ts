/** The rest of a transfer after it has paid all outstanding amounts. */
export type Excess = { readonly outstanding: string; readonly excess: string };

/** Amounts are decimal text. Returns null without a rest, and for an invalid amount. */
export const overpaymentOf = (amount: string, outstandings: readonly string[]): Excess | null => {
  const came = centsOf(amount);
  const owed = outstandings.reduce((sum, each) => sum + (centsOf(each) ?? 0n), 0n);
  if (came === null || came <= owed) return null;
  return { outstanding: decimal(owed), excess: decimal(came - owed) };
};

/** Allows thousands separators, as shown amounts have them. */
const AMOUNT = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

const centsOf = (text: string): bigint | null => {
  const [, sign = '', whole = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  if (whole === '') return null;
  const cents = BigInt(whole.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '' ? cents : -cents;
};

const decimal = (cents: bigint): string => {
  const [sign, digits] = cents < 0n ? ['-', -cents] : ['', cents];
  return `${sign}${digits / 100n}.${String(digits % 100n).padStart(2, '0')}`;
};
