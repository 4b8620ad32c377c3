import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CreateKey, CreatePartner, CreatePartnerUser } from '#auth';
import type { Config } from '#platform/config/config.js';
import { CONFIG } from '#platform/platform.module.js';

/** Two partners with sign-ins in `<dataDir>/demo.json`, made on the first start. */
@Injectable()
export class DemoData {
  constructor(
    private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async ensure(): Promise<void> {
    const { dataDir } = this.config;
    const file = join(dataDir, 'demo.json');
    if (existsSync(file)) return;
    const content = {
      partner: await this.makePartner('Demo partner', 'demo@partner.example'),
      secondPartner: await this.makePartner('Second demo partner', 'demo@second.example'),
    };
    mkdirSync(dataDir, { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  }

  private async makePartner(name: string, email: string) {
    const { id } = await this.commands.execute(new CreatePartner(name));
    const { apiKey } = await this.commands.execute(new CreateKey(id));
    const { password } = await this.commands.execute(new CreatePartnerUser(id, email));
    return { id, apiKey, email, password };
  }
}
