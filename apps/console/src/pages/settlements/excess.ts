/** What a transfer has left over when all that is outstanding is paid; null when nothing is. */
export type Excess = { readonly outstanding: string; readonly excess: string };

/** Amounts are decimal text. Null too for what is no amount: the service says what is wrong. */
export const excessOf = (amount: string, outstandings: readonly string[]): Excess | null => {
  const came = centsOf(amount);
  const owed = outstandings.reduce((sum, each) => sum + (centsOf(each) ?? 0n), 0n);
  if (came === null || came <= owed) return null;
  return { outstanding: decimal(owed), excess: decimal(came - owed) };
};

const centsOf = (text: string): bigint | null => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '' ? cents : -cents;
};

const decimal = (cents: bigint): string => {
  const [sign, digits] = cents < 0n ? ['-', -cents] : ['', cents];
  return `${sign}${digits / 100n}.${String(digits % 100n).padStart(2, '0')}`;
};
