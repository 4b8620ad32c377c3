import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ONE_MORE, type Patch } from './one-more.js';

const run = promisify(execFile);

/** What a build is made of, beside the packages. */
const SOURCES = [
  'apps',
  'libs',
  'scripts',
  'nest-cli.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const GIT_BYTES_MAX = 512 * 1024 * 1024;

/** Of these sources with one more event type and one changed read model. Answers its folder. */
export const nextBuild = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerage-next-'));
  const isOurs = (path: string) => !/(^|\/)(node_modules|runtime)(\/|$)/.test(path);
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true, filter: isOurs });
  for (const patch of ONE_MORE) {
    const path = join(folder, patch.file);
    const text = patched(patch);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  return built(folder);
};

/** Returns the text of a file of the next version. @throws {Error} if a text to replace is not there once */
export const patched = ({ file, text, changes = [] }: Patch): string =>
  changes.reduce(
    (known, [from, to]) => replacedOnce(file, known, from, to),
    text ?? readFileSync(file, 'utf8'),
  );

/** Of a commit. Answers its folder. */
export const buildOf = async (commit: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerage-earlier-'));
  const archive = join(folder, 'sources.tar');
  const options = { maxBuffer: GIT_BYTES_MAX };
  await run('git', ['archive', '--output', archive, commit], options);
  await run('tar', ['-xf', archive, '-C', folder], options);
  return built(folder);
};

/** With the packages of this checkout, which hold those of any version since some time. */
const built = async (folder: string): Promise<string> => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // The api shows some of them.
  if (!existsSync(join(folder, 'docs'))) symlinkSync(resolve('docs'), join(folder, 'docs'));
  cpSync(join('dist', 'console'), join(folder, 'dist', 'console'), { recursive: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    await run(process.execPath, [join('scripts', 'lib', 'bundle.mjs')], { cwd: folder, env });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
};

/** @throws {Error} unless the text is there once, because an unchanged file would prove nothing */
const replacedOnce = (file: string, text: string, from: string, to: string): string => {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(
      `${file} must contain this text once, but contains it ${parts.length - 1} times. Adapt the patch of the file in test/cluster/rolling/one-more.ts: ${from}`,
    );
  return parts.join(to);
};
