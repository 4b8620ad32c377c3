import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { CreateKey } from '#auth/create-key/create-key.handler.js';
import { CreatePartner } from '#auth/create-partner/create-partner.handler.js';
import { CreatePartnerUser } from '#auth/create-partner-user/create-partner-user.handler.js';
import { AuthOperatorModule } from '#auth/auth.operator.module.js';
import { type Config, loadConfig } from '#config/config.js';
import { PlatformModule } from '../../apps/platform.module.js';
import { CreateStaff, type NewStaff } from '#staff/create-staff/create-staff.handler.js';
import type { Role } from '#staff/account/staff-account.events.js';
import { StaffOperatorModule } from '#staff/staff.operator.module.js';
import type { Secrets } from './secrets/secrets.js';
import type { Demo, Service } from './service.js';

@Module({ imports: [CqrsModule.forRoot(), AuthOperatorModule, StaffOperatorModule] })
class OperatorModule {}

/** The operator's commands in this process. A command in its own process takes a second of CPU time. */
export class Operator {
  private constructor(
    readonly commands: CommandBus,
    private readonly secrets: Secrets,
    readonly close: () => Promise<void>,
  ) {}

  static beside({ env, stores, secrets }: Service): Promise<Operator> {
    return Operator.at(loadConfig({ ...env, ...stores }), secrets);
  }

  /** Opens the stores of these settings. Secrets are added to the search for secrets. */
  static async at(config: Config, secrets: Secrets): Promise<Operator> {
    const platform = await PlatformModule.connect('ops', { ...config, logLevel: 'error' });
    const module = { module: OperatorModule, imports: [platform] };
    const app = await NestFactory.createApplicationContext(module, { logger: false });
    return new Operator(app.get(CommandBus), secrets, () => app.close());
  }

  /** Creates a partner with an API key and a sign-in. */
  async newPartner(name = 'Acme'): Promise<Demo & { readonly keyId: string }> {
    const { id } = await this.commands.execute(new CreatePartner(name));
    const key = await this.commands.execute(new CreateKey(id));
    const user = await this.commands.execute(new CreatePartnerUser(id, 'server@acme.example'));
    this.secrets.collect([key, user]);
    return { id, ...key, email: user.email, password: user.password };
  }

  async newStaff(role: Role, email: string): Promise<NewStaff> {
    const staff = await this.commands.execute(new CreateStaff(email, role));
    this.secrets.collect(staff);
    return staff;
  }
}
