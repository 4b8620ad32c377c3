import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOOK = pathToFileURL(join(process.cwd(), 'test/support/own-settings/hook.mjs')).href;

type Own = Partial<Record<'api' | 'worker' | 'projector' | 'sandbox', Record<string, string>>>;

/** Variables for a single app. All other apps get the supervisor's variables. */
export class OwnSettings {
  private readonly folder = mkdtempSync(join(tmpdir(), 'settings-'));
  private readonly file = join(this.folder, 'settings.json');

  constructor(own: Own) {
    writeFileSync(this.file, JSON.stringify(own));
  }

  /** Settings for the start of the service. NODE_OPTIONS may contain other hooks, too. */
  get settings(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${HOOK}`, OWN_SETTINGS_FILE: this.file };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
