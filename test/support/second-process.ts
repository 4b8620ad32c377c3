import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, Service } from './service.js';

type SecondApp = 'api' | 'worker' | 'projector';

/** A process beside the supervisor's, which is not restarted. */
export class SecondProcess {
  private text = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly app: SecondApp,
    readonly dataDir: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  /** `settings`: additions to the service's environment. `folder`: folder of another build. */
  static start(
    app: SecondApp,
    service: Service,
    settings: Record<string, string> = {},
    folder = process.cwd(),
  ): SecondProcess {
    const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-second-'));
    const stores = { READ_MODELS_URL: service.readModels, ...service.stores };
    const env = { ...service.env, ...stores, ...settings, DATA_DIR: dataDir };
    const main = join(folder, 'dist', 'apps', app, 'main.js');
    return new SecondProcess(spawn(process.execPath, [main], { env }), app, dataDir);
  }

  get isReady(): boolean {
    return existsSync(join(this.dataDir, 'run', `${this.app}.pid`));
  }

  /** Log lines so far. */
  get lines(): readonly Json[] {
    const lines = this.text.split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Json);
  }

  /** Resolves when the process has ended for any reason. */
  get ended(): Promise<unknown> {
    const { exitCode, signalCode } = this.child;
    return exitCode === null && signalCode === null ? once(this.child, 'exit') : Promise.resolve();
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  end(): void {
    this.child.kill('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
