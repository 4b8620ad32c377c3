import { resolve } from 'node:path';
import { readEnvironment } from '#config/settings.js';

export type SandboxOptions = {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly dataDir: string;
  readonly broker: {
    readonly keyId: string;
    readonly secret: string;
    readonly firmAccountId: string;
  };
  readonly identity: {
    readonly secretKey: string;
    readonly playbookKey: string;
    /** `whsec_…` */
    readonly webhookSecret: string;
  };
  /** Receiver of signed notifications. */
  readonly webhookUrl: string;
  /** Shorter times for tests. */
  readonly pace?: Partial<Pace>;
};

/** Durations of steps, ms. */
export type Pace = {
  readonly accountStepMs: number;
  readonly journalMs: number;
  readonly reversalMs: number;
  readonly fillMs: number;
  readonly secondPartMs: number;
  readonly verificationMs: number;
  readonly heartbeatMs: number;
  readonly webhookTimeoutMs: number;
  /** Pauses before each retry. After the last one, the notification is dropped. */
  readonly webhookRetryMs: readonly number[];
};

export const NORMAL_PACE: Pace = {
  accountStepMs: 120,
  journalMs: 40,
  reversalMs: 2_000,
  fillMs: 200,
  secondPartMs: 1_000,
  verificationMs: 300,
  heartbeatMs: 3_000,
  webhookTimeoutMs: 15_000,
  webhookRetryMs: [1_000, 2_000, 5_000, 10_000, ...Array.from({ length: 16 }, () => 30_000)],
};

/** @throws {Error} One line per wrong variable. The sandbox has the demo credentials of the service. */
export const optionsFrom = (variables: NodeJS.ProcessEnv): SandboxOptions => {
  const { settings: env, mistakes } = readEnvironment(variables);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  const scheme = env.TLS_CERT_FILE === undefined ? 'http' : 'https';
  return {
    host: env.HOST,
    port: env.SANDBOX_PORT,
    dataDir: resolve(env.DATA_DIR),
    broker: {
      keyId: env.BROKER_KEY_ID,
      secret: env.BROKER_SECRET,
      firmAccountId: env.BROKER_FIRM_ACCOUNT,
    },
    identity: {
      secretKey: env.IDENTITY_SECRET_KEY,
      playbookKey: env.IDENTITY_PLAYBOOK_KEY,
      webhookSecret: env.IDENTITY_WEBHOOK_SECRET,
    },
    webhookUrl: `${scheme}://127.0.0.1:${env.API_PORT}/v1/webhooks/identity`,
  };
};
