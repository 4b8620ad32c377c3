import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/** One row for each test of a rule. Section and rule are empty if they repeat those above. */
const rowSchema = z.object({
  section: z.string(),
  rule: z.string(),
  file: z.string(),
  test: z.string().min(1),
});

const rows = z
  .array(rowSchema)
  .parse(parse(readFileSync(`${import.meta.dirname}/interface-rules.csv`), { columns: true }));

/** Whether the file has a test or group whose name is, or begins with, the name. */
const isThere = ({ file, test }: z.infer<typeof rowSchema>): boolean => {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${test}`));
};

describe('the rules of the interface', () => {
  it('are listed', () =>
    expect(rows.filter(({ rule }) => rule !== '').length).toBeGreaterThan(200));

  it('name tests that exist', () => expect(rows.filter((row) => !isThere(row))).toEqual([]));
});
