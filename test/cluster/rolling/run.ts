import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { shown } from '../../faults/settle.js';
import { head, seconds, tell } from '../faults/table.js';
import { type Outcome, Trial } from '../faults/trial.js';
import { buildOf, nextBuild } from './builds.js';

const ratePerS = Number(process.env['ROLLING_RATE'] ?? 6);
const seed = Number(process.env['ROLLING_SEED'] ?? 1);
/** From this commit to here, in place of from here to the next version. */
const [earlier, ...words] = process.argv.slice(2);
/** For so long all processes are of one version. */
const SAME_MS = 10_000;

/**
 * Readers before writers: no process meets an event that it does not know. The second projector feeds
 * the tables of the apis that are not replaced yet.
 */
const ORDER = ['projector-1', 'worker-1', 'worker-2', 'api-1', 'api-2', 'projector-2'];
const BACK = [...ORDER].reverse();

type Version = { readonly name: string; readonly folder: string };

const rollAll = async (trial: Trial, order: readonly string[], { name, folder }: Version) => {
  const outcomes: Outcome[] = [];
  for (const part of order) {
    const outcome = await trial.roll(part, name, folder);
    tell(outcome);
    outcomes.push(outcome);
  }
  const same = await trial.watch('all', name, () => sleep(SAME_MS));
  tell(same);
  return [...outcomes, same];
};

/** Nothing is away, so that nobody has to come again. */
const lostOf = ({ commands, reads }: Outcome): number =>
  commands.later + commands.failed + reads.later + reads.failed;

/** Answers whether no request failed and the books agree. */
const tryAll = async (from: Version, to: Version): Promise<boolean> => {
  const stores = earlier === undefined ? 'cluster' : 'embedded';
  const more = { folder: from.folder, stores, linked: stores === 'cluster' } as const;
  const trial = await Trial.open({ seed, ratePerS, more });
  const interrupted = () => void trial.close().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    head();
    const outcomes = [...(await rollAll(trial, ORDER, to)), ...(await rollAll(trial, BACK, from))];
    const { quietMs, violations } = await trial.settle();
    const failed = outcomes.filter((one) => lostOf(one) > 0);
    const { record } = trial;
    const asked = `${record.count('deposit')} deposits, ${record.count('order')} orders`;
    const sum = (of: (one: Outcome) => number) => outcomes.reduce((all, one) => all + of(one), 0);
    const requests = sum(({ commands, reads }) => commands.all + reads.all);
    const lost = sum(lostOf);
    console.log(`\n${asked}; quiet after ${seconds(quietMs)} s; ${lost} of ${requests} failed`);
    for (const { part, harm, which } of failed) console.log(`- ${part} to ${harm}: ${which}`);
    for (const each of shown(violations)) console.log(`VIOLATED ${each}`);
    return violations.length === 0 && lost === 0;
  } finally {
    await trial.close();
  }
};

const here = { name: 'this version', folder: process.cwd() };

const main = async (): Promise<boolean> => {
  if (words.length > 0) throw new Error(`It takes one commit, and not ${words.join(' ')} as well`);
  console.log(`building ${earlier === undefined ? 'the next version' : earlier} …`);
  const folder = await (earlier === undefined ? nextBuild() : buildOf(earlier));
  try {
    if (earlier === undefined) return await tryAll(here, { name: 'the next', folder });
    return await tryAll({ name: 'the earlier', folder }, here);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

process.exit((await main()) ? 0 : 1);
