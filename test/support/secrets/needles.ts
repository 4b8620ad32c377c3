/** Bytes to search for. `name` describes them without showing them. */
export type Needle = {
  readonly name: string;
  readonly bytes: Buffer;
  /** Ignores digits within a longer number. */
  readonly isNumber: boolean;
};

export type Find = { readonly name: string; readonly at: number };

const BLOCK = 4;
const TABLE_BITS = 18;
const FINDS_MAX = 20;

/**
 * Finds thousands of byte strings in one pass. Reads a block of four bytes and skips the distance
 * within which no needle contains it (Wu and Manber, 1994).
 */
export class Needles {
  private readonly shortest: number;
  private readonly skips: Uint8Array;
  /** Needles by the block that ends their first `shortest` bytes. */
  private readonly endingWith = new Map<number, Needle[]>();

  /** @throws Error for a needle shorter than a block */
  constructor(needles: readonly Needle[]) {
    this.shortest = Math.min(255, ...needles.map(({ bytes }) => bytes.length));
    if (this.shortest < BLOCK) throw new Error('a needle is too short');
    const farthest = this.shortest - BLOCK + 1;
    this.skips = new Uint8Array(1 << TABLE_BITS).fill(farthest);
    for (const needle of needles) this.enter(needle, farthest);
  }

  private enter(needle: Needle, farthest: number): void {
    for (let i = 0; i < farthest; i++) {
      const hash = hashAt(needle.bytes, i);
      this.skips[hash] = Math.min(this.skips[hash]!, farthest - 1 - i);
    }
    const last = hashAt(needle.bytes, farthest - 1);
    this.endingWith.set(last, [...(this.endingWith.get(last) ?? []), needle]);
  }

  /** Returns the positions of at most twenty needles, each name once. */
  findIn(bytes: Buffer): Find[] {
    const finds = new Map<string, number>();
    const { skips, shortest } = this;
    const end = bytes.length - BLOCK;
    for (let at = shortest - BLOCK; at <= end && finds.size < FINDS_MAX;) {
      const hash = hashAt(bytes, at);
      const skip = skips[hash]!;
      if (skip === 0) {
        const start = at + BLOCK - shortest;
        for (const needle of this.endingWith.get(hash) ?? [])
          if (!finds.has(needle.name) && isAt(bytes, start, needle)) finds.set(needle.name, start);
      }
      at += skip === 0 ? 1 : skip;
    }
    return [...finds].map(([name, at]) => ({ name, at }));
  }
}

const hashAt = (bytes: Buffer, at: number): number => {
  const block =
    bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  return Math.imul(block, 0x9e3779b1) >>> (32 - TABLE_BITS);
};

const isAt = (bytes: Buffer, start: number, needle: Needle): boolean => {
  const end = start + needle.bytes.length;
  if (end > bytes.length || needle.bytes.compare(bytes, start, end) !== 0) return false;
  return !needle.isNumber || !(isDigit(bytes[start - 1]) || isDigit(bytes[end]));
};

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;
