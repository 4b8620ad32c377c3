import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const STAT = '/proc/self/stat';
const TICKS_PER_S = 100;
/** Of the fields behind the name: processor of this process and of its ended children, user and system. */
const [FIRST, LAST] = [11, 15];

/** Seconds of processor that this process took, with children that have ended; null where nobody tells. */
const processorS = () => {
  if (!existsSync(STAT)) return null;
  const text = readFileSync(STAT, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(FIRST, LAST).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_S;
};

/** Notes in `TEST_PROCESSOR_FILE` what a test file took until the answer is called, for `npm test`. */
export const countProcessor = (testPath) => {
  const { TEST_PROCESSOR_FILE: file } = process.env;
  const before = processorS();
  return () => {
    if (file === undefined || before === null) return;
    const seconds = processorS() - before;
    appendFileSync(file, `${JSON.stringify({ testPath, seconds })}\n`);
  };
};
