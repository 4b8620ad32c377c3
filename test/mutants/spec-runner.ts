import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./spec-process.mjs', import.meta.url));
/** Modules that were loaded once stay in memory. */
const MEMORY_BYTES_MAX = 900 * 1024 * 1024;

export type SpecResult = {
  readonly spec: string;
  readonly ms: number;
  readonly failure: string | null;
  /** The failure was thrown outside of the test, perhaps by an earlier one. */
  readonly stray: boolean;
};
export type SurveyedSpec = SpecResult & { readonly reaches: readonly string[] };
type Reply = {
  readonly result: unknown;
  /** This tool's own. */
  readonly error?: string;
  readonly memoryBytes: number;
};
type Failure = SpecResult | 'late' | null;

/** A warm process that runs specs; it is begun anew when it hangs, dies or has grown large. */
export class SpecRunner {
  private child: ChildProcess | null = null;

  /** Runs each spec as it is. @throws when the process dies of it. */
  async survey(specs: readonly string[], testMs: number): Promise<readonly SurveyedSpec[]> {
    const limitMs = specs.length * testMs + 60_000;
    const result = await this.ask({ kind: 'survey', specs, testMs }, limitMs);
    if (result === 'late') throw new Error('the specs did not come to an end');
    return result as readonly SurveyedSpec[];
  }

  /** The first failure with this text in place of the file; null when every spec passes. */
  async runMutant(
    mutant: { readonly path: string; readonly text: string; readonly specs: readonly string[] },
    testMs: number,
    limitMs: number,
  ): Promise<Failure> {
    const request = { kind: 'mutant', ...mutant, testMs };
    const result = (await this.ask(request, limitMs)) as Failure;
    if (result === null || result === 'late' || !result.stray) return result;
    await this.stop();
    return (await this.ask(request, limitMs)) as Failure;
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async ask(request: object, limitMs: number): Promise<unknown> {
    const child = (this.child ??= await started());
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const reply = await replyOf(child, request);
    clearTimeout(timer);
    if (reply === 'late') {
      this.child = null;
      return reply;
    }
    if (reply.memoryBytes > MEMORY_BYTES_MAX) await this.stop();
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.result;
  }
}

const replyOf = (child: ChildProcess, request: object): Promise<Reply | 'late'> =>
  new Promise((resolve) => {
    const end = (reply: Reply | 'late') => {
      child.off('message', end).off('exit', ended);
      resolve(reply);
    };
    const ended = () => end('late');
    child.on('message', end).on('exit', ended);
    child.send(request);
  });

const started = async (): Promise<ChildProcess> => {
  const flags = ['--conditions=workspace', '--no-warnings', '--max-old-space-size=2048'];
  const child = fork(PROCESS, { execArgv: flags, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
};
