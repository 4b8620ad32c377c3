import { expect, it } from '@jest/globals';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { plantedCopy } from './planted-copy.js';
import { PLANTS } from './plants.js';

it.each(Object.entries(PLANTS))('%s still takes in the build', (_, plant) => {
  const copy = plantedCopy(plant);
  try {
    const text = (folder: string) => readFileSync(join(folder, 'dist', plant.file), 'utf8');
    expect(text(copy)).not.toBe(text('.'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
