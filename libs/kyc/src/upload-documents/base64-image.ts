import { type Hash, createHash } from 'node:crypto';
import type { LongText } from '#http/json-extractor.js';
import type { ImageBytes } from './image-header.js';

export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

const QUANTUM_CHARS = 4;
const QUANTUM_BYTES = 3;
const PREFIX_CHARS_MAX = 100;
/** `jpg` is no registered subtype, but common. */
const PREFIX = /^data:image\/(jpe?g|png);base64,$/i;
const SCHEME = 'data:';
const COMMA = 0x2c;
/** Which Node reads as something else than strict base64 has it: padding, `-` and `_`. */
const LENIENT = [0x3d, 0x2d, 0x5f];

/** Where an image is put. */
export type ImageMemory = {
  /** A multiple of three, so that no four characters of base64 straddle two slabs. */
  readonly slabBytes: number;
  /** How many are kept. */
  readonly slabsMax: number;
  readonly take: () => Buffer;
  /** For what comes after those, which is only hashed. */
  readonly spare: () => Buffer;
};

/**
 * Decodes one image from pieces of base64 text, directly into buffers. Stops at an image that is
 * too large or invalid base64.
 */
export class Base64Image implements LongText, ImageBytes {
  fault: string | null = null;
  sizeBytes = 0;
  /** As sent; it tells two texts of the same image apart. */
  prefix = '';
  private readonly slabs: Buffer[] = [];
  private readonly hash: Hash = createHash('sha256');
  private prefixIsRead = false;
  /** The last characters, which may be the end. */
  private held: Buffer = Buffer.alloc(0);
  private digest: string | null = null;

  constructor(
    readonly name: string,
    private readonly memory: ImageMemory,
  ) {}

  /** Lower-case hexadecimal, once it has ended. */
  get sha256(): string {
    return (this.digest ??= this.hash.digest('hex'));
  }

  /** Whether all of it is kept. */
  get isWhole(): boolean {
    return this.sizeBytes <= this.memory.slabsMax * this.memory.slabBytes;
  }

  /** Format that the prefix of the data URL names, null without a prefix. */
  get announcedFormat(): string | null {
    return PREFIX.exec(this.prefix)?.[1]?.toLowerCase().replace('jpg', 'jpeg') ?? null;
  }

  readonly at = (offset: number): number | undefined => {
    const { slabBytes } = this.memory;
    if (offset >= this.sizeBytes) return undefined;
    return this.slabs[Math.floor(offset / slabBytes)]?.[offset % slabBytes];
  };

  /** The bytes in order, as far as they are kept. */
  *pieces(): Generator<Buffer> {
    const { slabBytes } = this.memory;
    for (const [i, slab] of this.slabs.entries())
      yield slab.subarray(0, Math.min(slabBytes, this.sizeBytes - i * slabBytes));
  }

  write(piece: Buffer): void {
    if (this.fault !== null) return;
    const text = withoutLineBreaks(piece);
    const rest = this.prefixIsRead ? text : this.withoutPrefix(Buffer.concat([this.held, text]));
    if (rest !== null) this.take(rest);
  }

  end(): void {
    if (this.fault !== null) return;
    const last = this.held.toString('latin1');
    if (last.toLowerCase().startsWith(SCHEME)) this.fault = NO_PREFIX;
    else if (!/^(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(last))
      this.fault = NO_BASE64;
    else this.keep(last);
  }

  /** Returns null until enough text has arrived to recognize a prefix. */
  private withoutPrefix(text: Buffer): Buffer | null {
    this.held = Buffer.alloc(0);
    if (SCHEME.startsWith(text.toString('latin1', 0, SCHEME.length).toLowerCase())) {
      const comma = text.subarray(0, PREFIX_CHARS_MAX).indexOf(COMMA);
      if (comma === -1) {
        this.held = Buffer.from(text.subarray(0, PREFIX_CHARS_MAX));
        if (text.length >= PREFIX_CHARS_MAX) this.fault = NO_PREFIX;
        return null;
      }
      this.prefix = text.toString('latin1', 0, comma + 1);
      if (!PREFIX.test(this.prefix)) this.fault = NO_PREFIX;
    }
    this.prefixIsRead = true;
    return text.subarray(this.prefix.length);
  }

  /** Decodes all but the last quantum, which only the end can judge. */
  private take(text: Buffer): void {
    const missing = (QUANTUM_CHARS - (this.held.length % QUANTUM_CHARS)) % QUANTUM_CHARS;
    const first = Buffer.concat([this.held, text.subarray(0, missing)]);
    const rest = text.subarray(missing);
    if (rest.length === 0) {
      this.held = first;
      return;
    }
    const whole = (Math.ceil(rest.length / QUANTUM_CHARS) - 1) * QUANTUM_CHARS;
    this.decode(first);
    this.decode(rest.subarray(0, whole));
    this.held = Buffer.from(rest.subarray(whole));
  }

  private decode(text: Buffer): void {
    if (LENIENT.some((character) => text.includes(character))) this.fault = NO_BASE64;
    for (let at = 0; at < text.length && this.fault === null;) {
      const room = this.memory.slabBytes - (this.sizeBytes % this.memory.slabBytes);
      const chars = Math.min((room / QUANTUM_BYTES) * QUANTUM_CHARS, text.length - at);
      this.keep(text.toString('latin1', at, at + chars));
      at += chars;
    }
  }

  /** Whole quanta that fit into the slab. */
  private keep(text: string): void {
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
    const expected = (text.length / QUANTUM_CHARS) * QUANTUM_BYTES - padding;
    const within = this.sizeBytes % this.memory.slabBytes;
    const slab = this.slabFor(this.sizeBytes);
    const written = slab.write(text, within, 'base64');
    if (written !== expected) {
      this.fault = NO_BASE64;
      return;
    }
    this.hash.update(slab.subarray(within, within + written));
    this.sizeBytes += written;
    if (this.sizeBytes > IMAGE_BYTES_MAX) this.fault = TOO_LARGE;
  }

  private slabFor(offset: number): Buffer {
    const { slabBytes, slabsMax, take, spare } = this.memory;
    const index = Math.floor(offset / slabBytes);
    return index < slabsMax ? (this.slabs[index] ??= take()) : spare();
  }
}

/** MIME breaks base64 into lines (RFC 2045, section 6.8). */
const withoutLineBreaks = (text: Buffer): Buffer =>
  text.includes(0x0a) || text.includes(0x0d)
    ? Buffer.from(text.toString('latin1').replace(/[\r\n]+/g, ''), 'latin1')
    : text;

const NO_BASE64 =
  'must be base64 (RFC 4648, with padding), with no other characters than line breaks';
const NO_PREFIX = 'must begin with data:image/jpeg;base64, or data:image/png;base64, or neither';
const TOO_LARGE = `must be an image of at most ${IMAGE_BYTES_MAX} bytes`;
