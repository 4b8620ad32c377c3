import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Position in a module, as Node writes it in stack traces. */
const POSITION = /(file:\/\/\S+?):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/**
 * Maps a stack trace to lines of the sources. Node's own `--enable-source-maps` keeps the maps of
 * every package in memory; this function reads a map, which takes 100 ms, when it is first needed.
 */
export const inSources = (stack: string): string =>
  stack.replace(POSITION, (built, file: string, line, column) => {
    if (file.includes('/node_modules/')) return built;
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return built;
    const source = fileURLToPath(new URL(entry.originalSource, file));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });

/** Returns the source map of a built file; null without a readable map. */
const mapOf = (file: string): SourceMap | null => {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = readMap(file);
  maps.set(file, map);
  return map;
};

const readMap = (file: string): SourceMap | null => {
  try {
    const text = readFileSync(new URL(`${file}.map`), 'utf8');
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return null;
  }
};
