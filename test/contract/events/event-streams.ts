import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { DomainEvent, Stream } from '#kernel/event-store/stream.js';

/** The part of a JSON Schema that event shapes use. */
export type Shape = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
};

export type EventType = {
  readonly type: string;
  /** As it stands in the log. */
  readonly shape: Shape;
  /** The doc comment above its schema, empty when there is none. */
  readonly meaning: string;
};

export type EventStream = {
  readonly category: string;
  readonly feature: string;
  /** Where its schemas are. */
  readonly file: string;
  readonly stream: Stream<unknown, DomainEvent>;
  /** In the order of the table of schemas; the first one opens the stream. */
  readonly types: readonly EventType[];
};

/** Every stream that the sources declare, found by its parser, so that none can be forgotten. */
export const eventStreams = async (): Promise<readonly EventStream[]> => {
  const sources = sourceFiles().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const declared = new Map<string, Stream<unknown, DomainEvent>>();
  for (const { file } of sources.filter(({ text }) => /: Stream</.test(text)))
    for (const stream of await streamsIn(file)) declared.set(stream.category, stream);
  return sources.flatMap(({ file, text }) => {
    const [, category] = /\bparserOf\(\s*'(\w+)'/.exec(text) ?? [];
    if (category === undefined) return [];
    const stream = declared.get(category);
    if (stream === undefined)
      throw new Error(`${file}: export the Stream of category ${category} from a file of its lib`);
    const types = typesOf(stream, text);
    return [{ category, feature: file.split(sep)[1] ?? '', file, stream, types }];
  });
};

const sourceFiles = (): readonly string[] =>
  readdirSync('libs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(spec|examples)\.ts$/.test(name))
    .map((name) => join('libs', name))
    .sort();

const streamsIn = async (file: string): Promise<readonly Stream<unknown, DomainEvent>[]> => {
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return Object.values(module).filter(isStream);
};

const isStream = (value: unknown): value is Stream<unknown, DomainEvent> =>
  typeof value === 'object' && value !== null && 'category' in value && 'evolve' in value;

const typesOf = ({ parse }: Stream<unknown, DomainEvent>, text: string): EventType[] => {
  const { schemas } = parse as typeof parse & { readonly schemas: Record<string, z.ZodType> };
  return Object.entries(schemas).map(([type, schema]) => ({
    type,
    shape: z.toJSONSchema(schema, { io: 'input' }) as Shape,
    meaning: meaningOf(type, text),
  }));
};

const meaningOf = (type: string, text: string): string => {
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*${type}:`).exec(text)?.[1] ?? '';
  return comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
};
