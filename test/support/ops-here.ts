import 'reflect-metadata';
import { makeProgram } from '../../apps/ops/program.js';
import type { Run, Service } from './service.js';

/**
 * Runs a command like `service.ops`, but in this process, for tests with many commands. It saves a
 * second of CPU time for each command. A command that commander rejects would end the process.
 */
export const opsHere = (service: Service, ...args: readonly string[]): Promise<Run> => {
  const run = last.then(() => runHere(service, args));
  last = run.catch(() => undefined);
  return run;
};

/** Commands share the environment and the console, so they run one after another. */
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
  // Resets the exit code, which an earlier file may have set in this process.
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
