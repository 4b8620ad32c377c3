import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const FILES = globSync(['{apps,libs,clients}/**/*.spec.ts', 'test/**/*.{ts,mts}']).filter(
  // Benches and long tests of their own programs measure.
  (file) =>
    !/node_modules|^test[\\/](bench|edges|cluster|durability|mutants|faults[\\/]mixed)[\\/]/.test(
      file,
    ),
);

/** Lines that make a test depend on the speed of the machine. */
const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  [
    'a time limit of its own',
    /^ *\}, \d[\d_]*_000\);$|^ *\d[\d_]*_000,$(?=\n *\);)|jest\.setTimeout/m,
  ],
  [
    'an elapsed time that must be short',
    /^(?!.*\bLONG\b).*expect\((performance|Date)\.now\(\) - \w+\)\s*\.toBeLessThan/m,
  ],
  ['a limit of its own for a wait', /\buntil\(.*, \d[\d_]*_000\)/m],
  ['a limit for an event that must come', /(performance|Date)\.now\(\) \+ \d[\d_]*_000;$/m],
];

it.each(FORBIDDEN)('no test has %s', (_, pattern) => {
  const found = FILES.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});
