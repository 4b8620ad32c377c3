import { ownValue } from '#kernel/own-value.js';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Command as FeatureCommand, CommandBus, CqrsModule } from '@nestjs/cqrs';
import Table from 'cli-table3';
import { type Command, InvalidArgumentError } from 'commander';
import { AuthOperatorModule } from '#auth/auth.operator.module.js';
import { FundingOperatorModule } from '#funding/funding.operator.module.js';
import { ErasureOperatorModule } from '#erasure/erasure.operator.module.js';
import { type Config, loadConfig } from '#config/config.js';
import { PlatformModule } from '../platform.module.js';
import { OnboardingOperatorModule } from '#onboarding/onboarding.operator.module.js';
import { ReconciliationOperatorModule } from '#reconciliation/reconciliation.operator.module.js';
import { PartnerEventsOperatorModule } from '#partner-events/partner-events.operator.module.js';
import { SettlementOperatorModule } from '#settlement/settlement.operator.module.js';
import { StaffOperatorModule } from '#staff/staff.operator.module.js';
import { UsersOperatorModule } from '#users/users.operator.module.js';
import { requireData } from './data.js';
import { formatError } from './format-error.js';

const operators = [
  AuthOperatorModule,
  UsersOperatorModule,
  OnboardingOperatorModule,
  FundingOperatorModule,
  SettlementOperatorModule,
  ReconciliationOperatorModule,
  StaffOperatorModule,
  ErasureOperatorModule,
  PartnerEventsOperatorModule,
];

@Module({ imports: [CqrsModule.forRoot(), ...operators] })
class OpsModule {}

const fail = (error: unknown): void => {
  for (const line of formatError(error)) console.error(line);
  process.exitCode = 1;
};

export const noSuchPartner = (id: string): Error =>
  new Error(`The partner ${id} does not exist. To see the partners: partner list`);

/** Runs a command without the stores. A failure is printed, and the exit code is 1. */
export const withConfig = async (work: (config: Config) => void | Promise<void>): Promise<void> => {
  try {
    await work(loadConfig());
  } catch (error) {
    fail(error);
  }
};

type Row = Readonly<Record<string, unknown>>;
export type Result = Row | readonly Row[];

/**
 * Returns the action of a command that opens the stores, prints the returned rows, and closes the
 * stores. A failure is printed, and the exit code is 1.
 */
export const inService =
  <Options = unknown>(
    work: (
      app: INestApplicationContext,
      options: Options,
      command: Command,
    ) => Promise<Result | undefined>,
  ) =>
  async (options: Options, command: Command): Promise<void> => {
    try {
      requireData(process.env);
      const config = { ...loadConfig(), logLevel: 'error' as const };
      const platform = await PlatformModule.connect('ops', config);
      const module = { module: OpsModule, imports: [platform] };
      const app = await NestFactory.createApplicationContext(module, {
        logger: false,
        abortOnError: false,
      });
      try {
        const result = await work(app, options, command);
        if (result) print(command, result);
      } finally {
        await app.close();
      }
    } catch (error) {
      fail(error);
    }
  };

/** Returns the action of a command that executes a feature's command and prints its result. */
export const execute = <Options, R extends Result>(
  commandOf: (options: Options) => FeatureCommand<R>,
) => inService((app, options: Options) => app.get(CommandBus).execute(commandOf(options)));

export const USER = ['--user <id>', 'id of the user'] as const;
export const PARTNER = ['--partner <id>', 'id of the partner, see partner list'] as const;

const REASON_CHARS_MAX = 500;

/** Parses the reason of a decision. */
export const parseReason = (text: string): string => {
  if (text.trim() !== '' && text.length <= REASON_CHARS_MAX) return text.trim();
  throw new InvalidArgumentError(`Give a reason of at most ${REASON_CHARS_MAX} characters.`);
};

export const isJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: true }>().json === true;

export const printJson = (value: unknown): void =>
  console.log(JSON.stringify(value, bigintAsText, 2));

/** Prints JSON for programs and a table for people. Rows too wide for the terminal become lists. */
export const print = (command: Command, result: Result): void => {
  if (isJson(command)) {
    printJson(result);
    return;
  }
  const rows: readonly Row[] = Array.isArray(result) ? (result as readonly Row[]) : [result as Row];
  const [first] = rows;
  if (first === undefined) {
    console.log('No rows.');
    return;
  }
  const columns = Object.keys(first);
  const table = new Table({ head: columns, ...PLAIN });
  for (const row of rows) table.push(columns.map((name) => shown(ownValue(row, name))));
  const text = table.toString();
  const isWide = process.stdout.isTTY && text.indexOf('\n') > process.stdout.columns;
  console.log(isWide ? rows.map(recordOf).join('\n') : text);
};

const PLAIN = { style: { head: [], border: [] } };

const recordOf = (row: Row): string => {
  const record = new Table(PLAIN);
  for (const [name, value] of Object.entries(row)) record.push({ [name]: shown(value) });
  return record.toString();
};

const bigintAsText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}` : value;

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, bigintAsText);
