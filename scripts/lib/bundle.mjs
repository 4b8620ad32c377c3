import { transform } from '@swc/core';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { apps, DIST, filesUnder } from './sources.mjs';
import { TYPESCRIPT } from './typescript.mjs';

/**
 * Packages that stay in node_modules: they hold a program for this machine, or read files that lie
 * beside them. None of them may load a package that is bundled, or there would be two of it.
 */
const LEFT_OUT =
  /^(node:(?!https?$)|better-sqlite3|msgpackr-extract|pino|@bull-board\/|@eventstore\/|@opentelemetry\/(?!api$))/;
/** What one build writes; the console's part of dist is not ours. */
const FOLDERS = ['apps', 'chunks', 'packages'].map((name) => join(DIST, name));

const swc = {
  name: 'swc',
  transform: {
    filter: { id: /\.ts$/ },
    handler: async (code, filename) => {
      const made = await transform(code, {
        ...TYPESCRIPT,
        filename,
        swcrc: false,
        sourceMaps: true,
      });
      return { code: made.code, map: made.map, moduleType: 'js' };
    },
  },
};

/**
 * An import of `node:http` reads all that it exports, and for one of these Node loads the undici that it
 * has itself, at 70 ms of processor in every process. `getBuiltinModule` reads what is used alone.
 */
const http = {
  name: 'http',
  resolveId: {
    filter: { id: /^(node:)?https?$/ },
    handler: (source, _importer, options) =>
      options.kind === 'require-call' ? null : `\0${source.replace(/^http/, 'node:http')}`,
  },
  load: {
    filter: { id: /^\0node:https?$/ },
    handler: (id) => `module.exports = process.getBuiltinModule('${id.slice(1)}');`,
  },
};

/** V8 keeps a text with any other character in two bytes per character: 8 MB in the API. */
const ascii = {
  name: 'ascii',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
  },
};
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Makes of each app one program that holds its packages; what several apps need is in chunks. */
const bundle = async () => {
  const build = await rolldown({
    input: apps(),
    platform: 'node',
    external: LEFT_OUT,
    plugins: [http, swc, ascii],
    treeshake: false,
    // Nest looks for packages that it can do without.
    onLog: (level, log) => log.code === 'UNRESOLVED_IMPORT' || console.error(log.message),
  });
  const { output } = await build.write({
    dir: DIST,
    keepNames: true,
    sourcemap: true,
    comments: false,
    strictExecutionOrder: true,
    entryFileNames: 'apps/[name]/main.js',
    chunkFileNames: ({ name }) =>
      `${name.startsWith('packages') ? 'packages' : 'chunks'}/[name]-[hash].js`,
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
  });
  removeAllBut(output.map(({ fileName }) => join(DIST, fileName)));
};

/** No stack trace names the lines of a package, so their maps go as well. */
const removeAllBut = (made) => {
  const isWanted = (file) => made.includes(file) && !/\/packages\/.*\.map$/.test(file);
  for (const file of FOLDERS.flatMap((folder) => filesUnder(folder)))
    if (!isWanted(file)) rmSync(file);
};

await bundle();
