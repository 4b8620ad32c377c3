import { join } from 'node:path';
import { prepare } from './install.mjs';
import { findPostgres } from './postgres.mjs';
import { findRedis } from './redis.mjs';
import { findOrInstall, ROOT, runTool } from './tools.mjs';

const say = (line) => console.error(line);
const REGISTER = join(ROOT, 'test', 'support', 'typescript-child', 'register.mjs');

/**
 * Runs a TypeScript program of the tests, after the installation of its tools. Returns the exit code.
 */
export const runProgram = async (file, args, { tool = [], postgres = false, env } = {}) => {
  const [debianPackage] = tool;
  const advice = `install ${debianPackage} for this test.`;
  if (debianPackage !== undefined) await findOrInstall(tool, { debianPackage, advice, say });
  await findRedis(say);
  if (postgres) await findPostgres(say);
  await prepare(say, { scope: 'all' });
  const words = [`--import=${REGISTER}`, join(ROOT, file), ...args];
  return (await runTool(process.execPath, words, { env, show: true })).code;
};
