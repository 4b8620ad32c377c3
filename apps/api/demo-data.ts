import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CreateKey } from '#auth/create-key/create-key.handler.js';
import { CreatePartner } from '#auth/create-partner/create-partner.handler.js';
import { CreatePartnerUser } from '#auth/create-partner-user/create-partner-user.handler.js';
import type { Config } from '#config/config.js';
import { Refused } from '#kernel/refused.js';
import { CONFIG } from '#kernel/tokens.js';
import { CreateStaff } from '#staff/create-staff/create-staff.handler.js';
import { ResetStaff } from '#staff/reset-staff/reset-staff.handler.js';
import type { Role } from '#staff/account/staff-account.events.js';

/**
 * Creates two demo partners and two staff accounts if they are missing. `<dataDir>/demo.json` has
 * their credentials.
 */
@Injectable()
export class DemoData {
  constructor(
    private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async ensure(): Promise<void> {
    const { dataDir } = this.config;
    const file = join(dataDir, 'demo.json');
    const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
    const creators: Record<string, () => Promise<object>> = {
      partner: () => this.createPartner('Demo partner', 'demo@partner.example'),
      secondPartner: () => this.createPartner('Second demo partner', 'demo@second.example'),
      operator: () => this.createStaff('demo@operator.example', 'operator'),
      finance: () => this.createStaff('demo@finance.example', 'finance'),
    };
    const missing = Object.entries(creators).filter(([name]) => !(name in known));
    if (missing.length === 0) return;
    const content: Record<string, unknown> = { ...known };
    for (const [name, create] of missing) content[name] = await create();
    mkdirSync(dataDir, { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  }

  private async createPartner(name: string, email: string) {
    const { id } = await this.commands.execute(new CreatePartner(name));
    const { apiKey } = await this.commands.execute(new CreateKey(id));
    const { password } = await this.commands.execute(new CreatePartnerUser(id, email));
    return { id, apiKey, email, password };
  }

  /** The account may already exist, if an earlier start ended before it wrote the file. */
  private async createStaff(email: string, role: Role) {
    const { password, totpSecret } = await this.commands
      .execute(new CreateStaff(email, role))
      .catch((error: unknown) => {
        if (error instanceof Refused && error.code === 'email_already_exists')
          return this.commands.execute(new ResetStaff(email));
        throw error;
      });
    return { email, password, totpSecret };
  }
}
