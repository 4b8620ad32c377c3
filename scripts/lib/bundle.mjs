import { transform } from '@swc/core';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { apps, DIST, filesUnder } from './sources.mjs';
import { TYPESCRIPT } from './typescript.mjs';

/**
 * Packages that stay in node_modules, because they contain native code or read files beside them. They
 * must not import a bundled package, which would exist twice.
 */
const EXTERNAL =
  /^(node:(?!https?$)|better-sqlite3|msgpackr-extract|pino|@bull-board\/|@eventstore\/|@opentelemetry\/(?!api$))/;
/** Folders that this build writes. Another build writes the console. */
const FOLDERS = ['apps', 'chunks', 'packages'].map((name) => join(DIST, name));

const swc = {
  name: 'swc',
  transform: {
    filter: { id: /\.ts$/ },
    handler: async (code, filename) => {
      const { code: output, map } = await transform(code, {
        ...TYPESCRIPT,
        filename,
        swcrc: false,
        sourceMaps: true,
      });
      return { code: output, map, moduleType: 'js' };
    },
  },
};

/**
 * An import of `node:http` reads all its exports. One of them loads Node's own undici, which takes 70 ms
 * of CPU time in each process. `getBuiltinModule` reads only used exports.
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

/** V8 stores a non-ASCII source with two bytes per character, which takes 8 MB in the API. */
const ascii = {
  name: 'ascii',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
  },
};
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Bundles each app with its packages into one program. Shared code is in chunks. */
const bundle = async () => {
  const build = await rolldown({
    input: apps(),
    platform: 'node',
    external: EXTERNAL,
    plugins: [http, swc, ascii],
    treeshake: false,
    // Nest tries to import optional packages.
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

/** Removes old files, and the source maps of packages, which stack traces do not need. */
const removeAllBut = (written) => {
  const isWanted = (file) => written.includes(file) && !/\/packages\/.*\.map$/.test(file);
  for (const file of FOLDERS.flatMap((folder) => filesUnder(folder)))
    if (!isWanted(file)) rmSync(file);
};

await bundle();
