/** Codes of the trader profile by the provider's words. Unknown words are left out. */
export const EMPLOYMENT: ReadonlyMap<string, string> = new Map([
  ['employed', 'EMPLOYED'],
  ['self_employed', 'EMPLOYED'],
  ['unemployed', 'UNEMPLOYED'],
  ['student', 'STUDENT'],
  ['retired', 'RETIRED'],
]);

export const FUNDING_SOURCES: ReadonlyMap<string, string> = new Map([
  ['employment_income', 'EMPLOYMENT_INCOME'],
  ['investments', 'INVESTMENTS'],
  ['inheritance', 'INHERITANCE'],
  ['business_income', 'BUSINESS_INCOME'],
  ['savings', 'SAVINGS'],
  ['family', 'FAMILY'],
]);

/** Visa types that the broker accepts. */
const VISAS = [
  ...['B1', 'B2', 'DACA', 'E1', 'E2', 'E3', 'F1', 'G4', 'H1B', 'J1', 'L1', 'O1', 'TN1', 'OTHER'],
];

export const visaOf = (word: string): string => {
  const visa = word.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return VISAS.includes(visa) ? visa : 'OTHER';
};

const RANGES = [
  [25_000, 'LT_25K'],
  [50_000, '25K_50K'],
  [100_000, '50K_100K'],
  [250_000, '100K_250K'],
  [500_000, '250K_500K'],
  [1_000_000, '500K_1M'],
] as const;

const UNITS = new Map([
  ['k', 1_000],
  ['m', 1_000_000],
]);

/**
 * Returns the range that contains the lower end of a word such as `gt50k_le100k` or `s50k_to100k`, or
 * an amount of dollars. Returns an empty string for a word without a number.
 */
export const rangeOf = (word: string): string => {
  if (/^(lt|le|up_?to)_?\d/i.test(word)) return 'LT_25K';
  const match = /(\d+)\s*([km]?)/i.exec(word.replaceAll(',', ''));
  if (match === null) return '';
  const [, digits = '', unit = ''] = match;
  const dollars = Number(digits) * (UNITS.get(unit.toLowerCase()) ?? 1);
  return RANGES.find(([below]) => dollars < below)?.[1] ?? 'GT_1M';
};
