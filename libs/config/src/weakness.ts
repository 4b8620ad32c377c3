const BYTES_MIN = 16;
/** Sixteen random digits of a hexadecimal secret hardly ever hold fewer. */
const DISTINCT_MIN = 6;
const PLACEHOLDER = /(change.?me|passw(or|0r)d|example|placeholder|your.{0,3}(key|secret)|qwerty)/i;

/** Keys of RFC 7515 and RFC 7517, and a webhook secret of many manuals. */
const PUBLISHED = [
  'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE',
];

/**
 * Why a secret can be guessed, in words behind its name; null when nothing shows that it can. Random
 * bytes pass, whatever text they are written in.
 */
export const weaknessOf = (secret: Buffer): string | null => {
  if (secret.length < BYTES_MIN) return `is shorter than ${BYTES_MIN} bytes`;
  if (new Set(secret).size < DISTINCT_MIN) return 'repeats a few bytes';
  if (isSeries(secret)) return 'is a series that anybody can go on with';
  if (PUBLISHED.includes(secret.toString('base64url'))) return 'is published as an example';
  return PLACEHOLDER.test(secret.toString('latin1')) ? 'is a placeholder' : null;
};

/** Each byte follows from the one before in the same way, as in `abcdef…`, or nearly each. */
const isSeries = (secret: Buffer): boolean => {
  const steps = new Map<number, number>();
  for (let i = 1; i < secret.length; i++) {
    const step = (secret[i]! - secret[i - 1]! + 256) % 256;
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  return Math.max(...steps.values()) * 2 > secret.length;
};
