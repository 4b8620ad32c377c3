import { resolve } from 'node:path';
import { z } from 'zod';

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
  readonly takeBackMs: number;
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
  takeBackMs: 2_000,
  fillMs: 200,
  secondPartMs: 1_000,
  verificationMs: 300,
  heartbeatMs: 3_000,
  webhookTimeoutMs: 15_000,
  webhookRetryMs: [1_000, 2_000, 5_000, 10_000, ...Array.from({ length: 16 }, () => 30_000)],
};

const port = (byDefault: number) => z.coerce.number().int().min(0).max(65_535).default(byDefault);

/** The defaults are the demo credentials that the service itself defaults to. */
const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port(4000),
  API_PORT: port(3000),
  DATA_DIR: z.string().default('./data'),
  BROKER_KEY_ID: z.string().default('demo-broker-key'),
  BROKER_SECRET: z.string().default('demo-broker-secret'),
  BROKER_FIRM_ACCOUNT: z.uuid().default('00000000-0000-4000-8000-00000000f1f1'),
  IDENTITY_SECRET_KEY: z.string().default('sk_test_demo'),
  IDENTITY_PLAYBOOK_KEY: z.string().default('pb_test_demo'),
  IDENTITY_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, { error: 'must be whsec_ followed by base64' })
    .default('whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGJveA=='),
  TLS_CERT_FILE: z.string().optional(),
  WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** @throws Error with all wrong variables in one line. */
export const optionsFrom = (variables: NodeJS.ProcessEnv): SandboxOptions => {
  const given = Object.entries(variables).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(faults.join('; '));
  }
  const env = parsed.data;
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
    webhookUrl: env.WEBHOOK_URL ?? `${scheme}://127.0.0.1:${env.API_PORT}/v1/webhooks/identity`,
  };
};
