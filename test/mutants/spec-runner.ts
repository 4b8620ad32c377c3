import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./spec-process.mjs', import.meta.url));
/** Modules that were loaded once stay in memory. */
const MEMORY_BYTES_MAX = 900 * 1024 * 1024;
/** To read what is new of a spec and of all that it imports. */
const BEGIN_MS = 5_000;

/** A test that takes longer than `testMs` has failed. */
export type SpecToRun = { readonly spec: string; readonly testMs: number };
type Request = { readonly kind: string; readonly specs: readonly SpecToRun[] };

type SpecResult = {
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

  /** Runs each spec as it is. @throws when the process hangs or dies of one. */
  async survey(specs: readonly SpecToRun[]): Promise<readonly SurveyedSpec[]> {
    const result = await this.ask({ kind: 'survey', specs });
    if (result === 'late') throw new Error('the specs did not come to an end');
    return result as readonly SurveyedSpec[];
  }

  /** The first failure with this text in place of the file; null when every spec passes. */
  async runMutant(path: string, text: string, specs: readonly SpecToRun[]): Promise<Failure> {
    const request = { kind: 'mutant', path, text, specs };
    const result = (await this.ask(request)) as Failure;
    if (result === null || result === 'late' || !result.stray) return result;
    await this.stop();
    return (await this.ask(request)) as Failure;
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async ask(request: Request): Promise<unknown> {
    const child = (this.child ??= await started());
    const reply = await replyOf(child, request);
    if (reply === 'late') {
      this.child = null;
      return reply;
    }
    if (reply.memoryBytes > MEMORY_BYTES_MAX) await this.stop();
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.result;
  }
}

/** `late` when it dies, or is killed because one spec has no end: code that never waits cannot tell. */
const replyOf = (child: ChildProcess, request: Request): Promise<Reply | 'late'> =>
  new Promise((resolve) => {
    const kill = () => child.kill('SIGKILL');
    let timer = setTimeout(kill, BEGIN_MS);
    const onMessage = (message: Reply | { readonly begun: string }) => {
      if (!('begun' in message)) {
        end(message);
        return;
      }
      const { testMs = 0 } = request.specs.find(({ spec }) => spec === message.begun) ?? {};
      clearTimeout(timer);
      timer = setTimeout(kill, BEGIN_MS + 2 * testMs);
    };
    const onExit = () => end('late');
    const end = (reply: Reply | 'late') => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      resolve(reply);
    };
    child.on('message', onMessage).on('exit', onExit);
    child.send(request);
  });

const started = async (): Promise<ChildProcess> => {
  const flags = ['--no-warnings', '--max-old-space-size=2048'];
  const child = fork(PROCESS, { execArgv: flags, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
};
