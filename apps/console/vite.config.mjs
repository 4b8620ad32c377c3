import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const OUT = join(import.meta.dirname, '..', '..', 'dist', 'console');
/** Compression does not speed up smaller files, bytes. */
const WORTH_BYTES = 1_000;

/** Compresses each file once at build time, at the highest level. */
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
  // The service replaces it with a new nonce in each page.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy of the page forbids files in data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // `use client`, which is for servers that render.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
});
