import type { Change } from './projection.js';

type Tally = Extract<Change, { readonly op: 'tally' }>;

/** What the script does with a tally, for read models in memory. */
export const tally = (
  fields: Map<string, string>,
  { bucket, field, keep, most }: Tally,
): Map<string, string> => {
  const name = `${bucket}/${field}`;
  const before = fields.get(name);
  fields.set(name, `${BigInt(before ?? 0) + 1n}`);
  if (before !== undefined || fields.size <= most) return fields;
  for (const each of [...fields.keys()]) {
    const [, of] = /^(\d+)\//.exec(each) ?? [];
    if (of !== undefined && Number(of) <= bucket - keep) fields.delete(each);
  }
  return fields;
};
