import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { AuthOperatorModule, CreateKey, CreatePartner, CreatePartnerUser } from '#auth';
import { type Config, loadConfig } from '#platform/config/config.js';
import { PlatformModule } from '#platform/platform.module.js';
import { startApi } from '../../apps/api/api.js';
import { startRedis } from './redis.js';
import { type Answer, type Demo, call } from './service.js';

@Module({ imports: [CqrsModule.forRoot(), AuthOperatorModule] })
class OperatorModule {}

/**
 * API servers in this process, each with its own connections and caches as if it were alone, over
 * one log and one Redis; and an operator beside them.
 */
export const openApis = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-apis-'));
  const redis = await startRedis({ alone: true });
  const env = { DATA_DIR: dataDir, REDIS_URL: redis.url, DEMO: 'off', LOG_LEVEL: 'error' };
  const configWith = (settings: Record<string, string> = {}): Config =>
    loadConfig({ ...env, ...settings });
  const platform = await PlatformModule.connect('ops', configWith());
  const module = { module: OperatorModule, imports: [platform] };
  const operator = await NestFactory.createApplicationContext(module, { logger: false });
  const running: { close(): Promise<void> }[] = [operator];
  return {
    commands: operator.get(CommandBus),
    configWith,
    redisUrl: redis.url,
    start: async (settings: Record<string, string> = {}): Promise<string> => {
      const api = await startApi(configWith(settings), 0);
      running.push(api);
      return api.url;
    },
    close: async (): Promise<void> => {
      await Promise.all(running.map((each) => each.close()));
      await redis.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export type Apis = Awaited<ReturnType<typeof openApis>>;

/** A partner with a key and a sign-in. */
export const newPartner = async ({
  commands,
}: Apis): Promise<Demo & { readonly keyId: string }> => {
  const { id } = await commands.execute(new CreatePartner('Acme'));
  const key = await commands.execute(new CreateKey(id));
  const user = await commands.execute(new CreatePartnerUser(id, 'server@acme.example'));
  return { id, ...key, email: user.email, password: user.password };
};

type Credentials = Pick<Demo, 'email' | 'password'> & { readonly apiKey?: string };

export const logIn = (api: string, { apiKey, email, password }: Credentials): Promise<Answer> => {
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'api-key': apiKey };
  return call(api, 'POST', '/v1/auth/login', { headers, body: { email, password } });
};
