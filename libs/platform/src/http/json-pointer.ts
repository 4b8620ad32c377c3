const PART_MAX = 100;

/** JSON Pointer (RFC 6901); a name longer than any of ours is cut, since the caller chose it. */
export const pointerTo = (...path: readonly string[]): string =>
  path.map((part) => `/${escaped(part.slice(0, PART_MAX))}`).join('');

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
