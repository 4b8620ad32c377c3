const PART_MAX = 100;

/** Returns a JSON Pointer (RFC 6901). Truncates long names, because the caller chose them. */
export const pointerTo = (...path: readonly string[]): string =>
  path.map((part) => `/${escaped(part.slice(0, PART_MAX))}`).join('');

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
