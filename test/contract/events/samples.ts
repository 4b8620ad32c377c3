import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStream, EventType, Shape } from './event-streams.js';

const FOLDER = join('test', 'contract', 'events', 'samples');

export type Sample = {
  readonly type: string;
  readonly version: number;
  readonly file: string;
  readonly data: unknown;
};

/** What was ever written of a category: `<category>/<Type>.<version>.json` holds an event's data. */
export const samplesOf = (category: string): readonly Sample[] => {
  const folder = join(FOLDER, category);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [, type = '', version] = /^(\w+)\.(\d+)\.json$/.exec(name) ?? [];
      const file = join(folder, name);
      return { type, version: Number(version), file, data: JSON.parse(readFileSync(file, 'utf8')) };
    });
};

export const sampledCategories = (): readonly string[] => readdirSync(FOLDER);

/** Fields of a type that none of these samples shows: the whole event when there is no sample. */
export const unseenFields = ({ type, shape }: EventType, samples: readonly Sample[]): string[] => {
  const seen = new Set(
    samples.filter((sample) => sample.type === type).flatMap(({ data }) => pathsIn(data)),
  );
  return pathsOf(shape).filter((path) => !seen.has(path));
};

/** Writes a next version of every type with unseen fields, with made-up values to be improved. */
export const writeMissingSamples = ({ category, types }: EventStream): readonly string[] => {
  const samples = samplesOf(category);
  return types
    .filter((each) => unseenFields(each, samples).length > 0)
    .map(({ type, shape }) => {
      const versions = samples.filter((each) => each.type === type).map(({ version }) => version);
      const file = join(FOLDER, category, `${type}.${Math.max(0, ...versions) + 1}.json`);
      mkdirSync(join(FOLDER, category), { recursive: true });
      writeFileSync(file, `${JSON.stringify(madeUp(type, shape), null, 2)}\n`);
      return file;
    });
};

const pathsOf = (shape: Shape): string[] => {
  const inner = [shape.items, ...(shape.anyOf ?? [])].flatMap((each) =>
    each === undefined ? [] : pathsOf(each),
  );
  const fields = Object.entries(shape.properties ?? {}).flatMap(([name, each]) => [
    name,
    ...pathsOf(each).map((path) => `${name}.${path}`),
  ]);
  return [...inner, ...fields];
};

const pathsIn = (data: unknown): string[] => {
  if (Array.isArray(data)) return data.flatMap(pathsIn);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [
    name,
    ...pathsIn(value).map((path) => `${name}.${path}`),
  ]);
};

const madeUp = (name: string, shape: Shape): unknown => {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf?.[0] !== undefined) return madeUp(name, shape.anyOf[0]);
  switch (Array.isArray(shape.type) ? shape.type[0] : shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([key, each]) => [key, madeUp(key, each)]),
      );
    case 'array':
      return shape.items === undefined ? [] : [madeUp(name, shape.items)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    default:
      return madeUpText(name);
  }
};

const madeUpText = (name: string): string => {
  if (/^at$|At$/.test(name)) return '2026-03-16T12:00:00.000Z';
  if (/Cents$/.test(name)) return '10000';
  if (/Billionths$/.test(name)) return '500000000';
  if (/Id$/.test(name)) return '3f0c2b8e-6b1d-4a0f-9a4c-0d6f2f9f7b31';
  return name;
};
