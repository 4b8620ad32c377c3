import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, Service } from './service.js';

/** A projector beside the one of the supervisor's, which nobody starts again. */
export class SecondProjector {
  private text = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  /** `settings`: of its environment, beside the service's own. */
  static start(service: Service, settings: Record<string, string> = {}): SecondProjector {
    const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-second-'));
    const stores = { READ_MODELS_URL: service.readModels, ...service.stores };
    const env = { ...service.env, ...stores, ...settings, DATA_DIR: dataDir };
    const main = join('dist', 'apps', 'projector', 'main.js');
    return new SecondProjector(spawn(process.execPath, [main], { env }), dataDir);
  }

  get isReady(): boolean {
    return existsSync(join(this.dataDir, 'run', 'projector.pid'));
  }

  /** What it has logged so far. */
  get lines(): readonly Json[] {
    const lines = this.text.split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Json);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  end(): void {
    this.child.kill('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
