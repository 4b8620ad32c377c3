import { ownValue } from '#platform/core/own-value.js';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import Table from 'cli-table3';
import type { Command } from 'commander';
import { AuthOperatorModule } from '#auth/operator';
import { ErasureOperatorModule } from '#erasure/operator';
import { type Config, loadConfig } from '#platform/config/config.js';
import { PlatformModule } from '#platform/platform.module.js';
import { OnboardingOperatorModule } from '#onboarding/operator';
import { SettlementOperatorModule } from '#settlement/operator';
import { StaffOperatorModule } from '#staff/operator';
import { UsersOperatorModule } from '#users/operator';
import { requireData } from './data.js';
import { whyOf } from './why.js';

const operators = [
  AuthOperatorModule,
  UsersOperatorModule,
  OnboardingOperatorModule,
  SettlementOperatorModule,
  StaffOperatorModule,
  ErasureOperatorModule,
];

@Module({ imports: [CqrsModule.forRoot(), ...operators] })
class OpsModule {}

/** Opens the stores for one command, and closes them. A failure is one line and exit code 1. */
export const withService = async (
  work: (app: INestApplicationContext) => Promise<void>,
): Promise<void> => {
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
      await work(app);
    } finally {
      await app.close();
    }
  } catch (error) {
    fail(error);
  }
};

const fail = (error: unknown): void => {
  for (const line of whyOf(error)) console.error(line);
  process.exitCode = 1;
};

export const noSuchPartner = (id: string): Error =>
  new Error(`There is no partner ${id}; see which there are: partner list`);

/** For what asks no store. A failure is one line and exit code 1. */
export const withConfig = async (work: (config: Config) => void | Promise<void>): Promise<void> => {
  try {
    await work(loadConfig());
  } catch (error) {
    fail(error);
  }
};

type Row = Readonly<Record<string, unknown>>;

export const isJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: true }>().json === true;

/** JSON for programs, a table for people; what is too wide for their terminal, one below the other. */
export const print = (command: Command, result: Row | readonly Row[]): void => {
  if (isJson(command)) {
    console.log(JSON.stringify(result, bigintAsText, 2));
    return;
  }
  const rows: readonly Row[] = Array.isArray(result) ? (result as readonly Row[]) : [result as Row];
  const [first] = rows;
  if (first === undefined) {
    console.log('Nothing to show.');
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
