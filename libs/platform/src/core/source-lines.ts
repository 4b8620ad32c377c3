import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Stack traces name the lines of the sources. Node's own `--enable-source-maps` keeps the maps of
 * every package in memory; here a map of ours is read when a trace first needs it.
 */
export const showSourceLines = (): void => {
  const maps = new Map<string, SourceMap | null>();
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${frame(site, maps)}`)].join('\n');
};

type Maps = Map<string, SourceMap | null>;

type Site = NodeJS.CallSite & { toString(): string };

const frame = (site: Site, maps: Maps): string => {
  const text = site.toString();
  const [file, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()];
  if (!file || line === null || column === null) return text;
  const place = sourcePlace({ file, line, column }, maps);
  return place === null ? text : text.replace(`${file}:${line}:${column}`, () => place);
};

type Place = { readonly file: string; readonly line: number; readonly column: number };

/** `path:line:column` in the source, counted from 1; null for a file that is not built from one. */
export const sourcePlace = ({ file, line, column }: Place, maps: Maps): string | null => {
  if (!file.startsWith('file:') || file.includes('/node_modules/')) return null;
  if (!maps.has(file)) maps.set(file, readMap(file));
  const entry = maps.get(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return null;
  const source = fileURLToPath(new URL(entry.originalSource, file));
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
};

const readMap = (file: string): SourceMap | null => {
  try {
    const text = readFileSync(new URL(`${file}.map`), 'utf8');
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return null;
  }
};
