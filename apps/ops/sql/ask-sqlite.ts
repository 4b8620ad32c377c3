import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { type Limits, type Portion, tooLong } from './portion.js';

type Output = Portion & { readonly isLast: boolean };

/** Runs the query in a separate process (`apps/sqlite-reader`), because SQLite cannot be interrupted. */
export async function* askSqlite(
  file: string,
  query: string,
  { rowsMax, withinMs }: Limits,
): AsyncGenerator<Portion> {
  if (!existsSync(file))
    throw new Error(
      `${resolve(file)} lacks read models: set DATA_DIR or READ_MODELS_URL to the value of the service.`,
    );
  const startedMs = performance.now();
  const program = createRequire(import.meta.url).resolve('#sqlite-reader');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  // If the process ends before it reads the query, the missing output reports the failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ file, query, rowsMax, withinMs }));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const output = JSON.parse(line) as Output | { readonly error: string };
      if ('error' in output) throw new Error(output.error);
      yield output;
      if (output.isLast) return;
    }
    if (performance.now() - startedMs >= withinMs) throw tooLong(withinMs);
    throw new Error('The process that reads the file failed: run the command again.');
  } finally {
    child.kill('SIGKILL');
  }
}
