import { appendFileSync } from 'node:fs';
import type { Place } from './places.js';
import type { Secrets } from './secrets.js';

const SHOWN_MAX = 20;

/** Returns secrets in plaintext as `<name> in <place>`. */
export const secretsIn = (places: readonly Place[], secrets: Secrets): string[] => {
  const needles = secrets.needles();
  return places.flatMap(({ name, bytes }) => {
    const finds = needles.findIn(bytes);
    if (finds.length === 0) return [];
    const place = needles.findIn(Buffer.from(name)).length > 0 ? 'Redis, also in its key' : name;
    return finds.map(({ name: what, at }) => `${what} in ${place}, byte ${at}`);
  });
};

/** File with one line for each started and each searched service of the run. */
export const tally = (line: object): void => {
  const file = process.env['SECRETS_TALLY'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
};

/**
 * Searches a stopped service and adds to the totals of the run.
 * @throws {Error} that names the places without the secrets
 */
export const requireNoSecrets = (places: readonly Place[], secrets: Secrets): void => {
  const hits = secretsIn(places, secrets);
  const bytes = places.reduce((sum, place) => sum + place.bytes.length, 0);
  tally({ searched: 1, secrets: secrets.size, bytes, hits: hits.length });
  requireNone(hits);
};

export const requireNone = (hits: readonly string[]): void => {
  if (hits.length === 0) return;
  const shown = hits.slice(0, SHOWN_MAX).map((hit) => `  ${hit}`);
  throw new Error([`${hits.length} secrets are stored in plaintext:`, ...shown].join('\n'));
};
