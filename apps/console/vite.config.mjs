import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const OUT = join(import.meta.dirname, '..', '..', 'dist', 'console');
/** Smaller than this, a file goes as fast without. */
const WORTH_BYTES = 1_000;

/** Compressed once here, at full strength, and not for every visitor. */
const precompress = () => ({
  name: 'precompress',
  closeBundle() {
    const folder = join(OUT, 'assets');
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      if (bytes.length < WORTH_BYTES) continue;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [precompress()],
  // The service puts a fresh one into every page that it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    // A file in a data URL would be forbidden by the page's own policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // `use client`, which is for servers that render.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
});
