import { head, seconds, tell } from './table.js';
import { shown } from '../../faults/settle.js';
import { EsdbCluster } from '../../support/esdb-server/esdb-cluster.js';
import { EVENT_STORE_HARMS } from './event-store-faults.js';
import { EVENT_STORE, HARMS, type Outcome, Trial } from './trial.js';

const forMs = Number(process.env['CLUSTER_FAULTS_SECONDS'] ?? 10) * 1_000;
const ratePerS = Number(process.env['CLUSTER_FAULTS_RATE'] ?? 6);
const seed = Number(process.env['CLUSTER_FAULTS_SEED'] ?? 1);
/** Done last, as it cannot be undone. */
const REPLACED = 'replaced';
const wanted = process.argv.slice(2);
/** What the follower has is so old. */
const FOLLOWER_LAG_MS = 5_000;

const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

const injectAll = async (trial: Trial): Promise<void> => {
  const which: string[] = [];
  const note = (outcome: Outcome): void => {
    tell(outcome);
    if (outcome.which !== '') which.push(`${outcome.part} ${outcome.harm}: ${outcome.which}`);
  };
  head();
  for (const part of trial.parts.filter(({ name }) => isWanted(name)))
    for (const harm of HARMS) {
      const outcome = await trial.inject(part, harm, forMs);
      if (outcome !== null) note(outcome);
    }
  if (wanted.includes(EVENT_STORE))
    for (const harm of Object.keys(EVENT_STORE_HARMS)) note(await trial.upset(harm, forMs));
  if (isWanted(REPLACED)) note(await trial.replacePrimary(forMs));
  if (which.length > 0) console.log('\nRequests that were sent again:');
  for (const each of which) console.log(`- ${each}`);
};

/** Answers whether the books agree and no request took too long. */
const tryAll = async (): Promise<boolean> => {
  const eventStore = wanted.includes(EVENT_STORE) ? await EsdbCluster.start(FOLLOWER_LAG_MS) : null;
  const trial = await Trial.open({ seed, ratePerS, eventStore });
  const interrupted = () => void trial.close().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const names = [...trial.parts.map(({ name }) => name), REPLACED, EVENT_STORE];
    const unknown = wanted.find((word) => !names.includes(word));
    if (unknown !== undefined) {
      console.error(`There is no part ${unknown}; there are ${names.join(', ')}.`);
      return false;
    }
    await injectAll(trial);
    const { quietMs, violations } = await trial.settle();
    const { record, tooSlow } = trial;
    const asked = `${record.count('deposit')} deposits, ${record.count('order')} orders`;
    console.log(
      `\n${asked}; quiet after ${seconds(quietMs)} s; ${tooSlow.length} requests over 15 s`,
    );
    for (const each of tooSlow) console.log(`TOO SLOW ${each}`);
    for (const each of shown(violations)) console.log(`VIOLATED ${each}`);
    return violations.length === 0 && tooSlow.length === 0;
  } finally {
    await trial.close();
  }
};

process.exit((await tryAll()) ? 0 : 1);
