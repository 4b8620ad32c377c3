import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOOK = pathToFileURL(join(process.cwd(), 'test/support/own-settings/hook.mjs')).href;

type Own = Partial<Record<'api' | 'worker' | 'projector' | 'sandbox', Record<string, string>>>;

/** Variables for one app and not for the others, which all get the supervisor's. */
export class OwnSettings {
  private readonly folder = mkdtempSync(join(tmpdir(), 'settings-'));
  private readonly file = join(this.folder, 'settings.json');

  constructor(own: Own) {
    writeFileSync(this.file, JSON.stringify(own));
  }

  /** To be given to the start of the service; other hooks may stand beside it in NODE_OPTIONS. */
  get settings(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${HOOK}`, OWN_SETTINGS_FILE: this.file };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
