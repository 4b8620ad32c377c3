import 'reflect-metadata';
import { makeProgram } from '../../apps/ops/program.js';
import type { Run, Service } from './service.js';

/**
 * As `service.ops`, in this process: for tests that need many commands, each a second of processor.
 * A command that commander itself refuses would end the process.
 */
export const opsHere = (service: Service, ...args: readonly string[]): Promise<Run> => {
  const run = last.then(() => runHere(service, args));
  last = run.catch(() => undefined);
  return run;
};

/** Commands read the environment and write to the console, which there are only one of. */
let last: Promise<unknown> = Promise.resolve();

const succeed = () => {
  process.exitCode = undefined;
};

const runHere = async (service: Service, args: readonly string[]): Promise<Run> => {
  const { env } = process;
  const { log, error } = console;
  const write = process.stdout.write.bind(process.stdout);
  const [stdout, stderr]: [string[], string[]] = [[], []];
  process.env = { ...service.env };
  console.log = (text: string) => stdout.push(`${text}\n`);
  process.stdout.write = ((text: string, done?: () => void) => {
    stdout.push(text);
    done?.();
    return true;
  }) as typeof process.stdout.write;
  console.error = (text: string) => stderr.push(`${text}\n`);
  // Of this command alone: what a file before broke in this process would be its fault otherwise.
  succeed();
  try {
    await makeProgram().parseAsync(['node', 'ops', ...args]);
    const code = Number(process.exitCode ?? 0);
    service.secrets.collectPrinted(stdout.join(''));
    return { code, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    succeed();
    process.env = env;
    Object.assign(console, { log, error });
    process.stdout.write = write;
  }
};
