import { malformed } from '../core/refused.js';

/** Takes a long string of a body as it comes, without quotes and escapes. */
export interface LongText {
  /** Stands for the string in the skeleton; must not occur in it otherwise. */
  readonly name: string;
  /**
   * UTF-8, in pieces cut anywhere; only good until the call returns. Halves of surrogate pairs that
   * were sent as escapes come as U+FFFD.
   */
  write(bytes: Buffer): void;
  end(): void;
}

export type SkeletonOptions = {
  /** From this many bytes on a string is long. */
  readonly longFromBytes: number;
  /** Of all but the long strings. */
  readonly skeletonBytesMax: number;
  readonly open: () => LongText;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const ESCAPE_BYTES = 2;
const UNICODE_ESCAPE_BYTES = 6;

/** 1 for what may stand in a string as it is, by byte. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/**
 * Reads JSON text in pieces and leaves its long strings out, so that the rest, the skeleton, can be
 * parsed as usual. It knows strings and nothing else of the grammar; the parser judges the rest.
 */
export class JsonSkeleton {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private state: 'outside' | 'short' | 'long' = 'outside';
  /** What a string that may turn out long has had so far, as it was sent. */
  private readonly begun: Buffer;
  private begunBytes = 0;
  /** What has come of an escape that was cut. */
  private escape: number[] = [];
  private text: LongText | null = null;
  private readonly out = new UnescapedText((bytes) => this.text?.write(bytes));

  constructor(private readonly options: SkeletonOptions) {
    this.begun = Buffer.allocUnsafeSlow(options.longFromBytes);
  }

  /** @throws {Refused} 400 when this cannot be JSON, or is too much of it. */
  write(piece: Buffer): void {
    for (let at = 0; at < piece.length;) at = this.step(piece, at);
  }

  /** The text with names in the place of long strings. @throws {Refused} 400 when it is cut off. */
  end(): Buffer {
    if (this.state !== 'outside') throw notJson();
    return Buffer.concat(this.kept);
  }

  /** Where the rest of the piece begins. */
  private step(piece: Buffer, from: number): number {
    if (this.state === 'outside') return this.outside(piece, from);
    if (this.escape.length > 0) return this.restOfEscape(piece, from);
    let at = from;
    while (at < piece.length && IS_PLAIN[piece[at]!] === 1) at++;
    if (at > from) {
      this.string(piece, from, at);
      return at;
    }
    if (piece[at] === BACKSLASH) return this.wholeEscape(piece, at);
    if (piece[at] !== QUOTE) throw notJson();
    this.close();
    return at + 1;
  }

  private outside(piece: Buffer, from: number): number {
    const quote = piece.indexOf(QUOTE, from);
    const end = quote === -1 ? piece.length : quote + 1;
    this.keep(piece.subarray(from, end));
    if (quote !== -1) this.state = 'short';
    return end;
  }

  private wholeEscape(piece: Buffer, from: number): number {
    const end = from + escapeBytes(piece[from + 1]);
    if (end <= piece.length) this.string(piece, from, end);
    else this.escape = [...piece.subarray(from)];
    return Math.min(end, piece.length);
  }

  private restOfEscape(piece: Buffer, from: number): number {
    this.escape.push(piece[from]!);
    if (this.escape.length === escapeBytes(this.escape[1])) {
      const whole = Buffer.from(this.escape);
      this.escape = [];
      this.string(whole, 0, whole.length);
    }
    return from + 1;
  }

  /** Plain bytes of a string, or one whole escape. */
  private string(bytes: Buffer, from: number, to: number): void {
    if (this.state === 'long') {
      this.out.write(bytes, from, to);
      return;
    }
    const length = to - from;
    if (this.begunBytes + length < this.options.longFromBytes) {
      bytes.copy(this.begun, this.begunBytes, from, to);
      this.begunBytes += length;
      return;
    }
    this.state = 'long';
    this.text = this.options.open();
    this.out.write(this.begun, 0, this.begunBytes);
    this.begunBytes = 0;
    this.out.write(bytes, from, to);
  }

  private close(): void {
    if (this.state === 'long') {
      this.out.flush();
      this.text?.end();
      this.keep(Buffer.from(this.text?.name ?? ''));
      this.text = null;
    } else this.keep(this.begun.subarray(0, this.begunBytes));
    this.keep(Buffer.from([QUOTE]));
    this.begunBytes = 0;
    this.state = 'outside';
  }

  /** Copies: a piece must not live on because a few bytes of it are kept. */
  private keep(bytes: Buffer): void {
    this.keptBytes += bytes.length;
    if (this.keptBytes > this.options.skeletonBytesMax) throw tooLarge();
    if (bytes.length > 0) this.kept.push(Buffer.from(bytes));
  }
}

const escapeBytes = (second: number | undefined): number =>
  second === LETTER_U ? UNICODE_ESCAPE_BYTES : ESCAPE_BYTES;

const STAGE_BYTES = 16 * 1024;
/** Up to so many bytes are copied one by one, which is faster than to ask for it. */
const SMALL_BYTES = 32;
/** The most that one escape becomes in UTF-8. */
const LETTER_BYTES_MAX = 3;

/**
 * Resolves escapes and gathers small pieces. It makes no object for an escape: of a text that is
 * nothing else there are twenty millions.
 */
class UnescapedText {
  private readonly stage = Buffer.allocUnsafeSlow(STAGE_BYTES);
  private used = 0;

  constructor(private readonly to: (bytes: Buffer) => void) {}

  /** Plain bytes and whole escapes. @throws {Refused} 400 when one of these is none. */
  write(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to;) {
      if (bytes[at] === BACKSLASH) {
        at = this.escape(bytes, at);
        continue;
      }
      let end = at;
      while (end < to && bytes[end] !== BACKSLASH) end++;
      this.plain(bytes, at, end);
      at = end;
    }
  }

  flush(): void {
    if (this.used > 0) this.to(this.stage.subarray(0, this.used));
    this.used = 0;
  }

  private plain(bytes: Buffer, from: number, to: number): void {
    const length = to - from;
    if (this.used + length > STAGE_BYTES) this.flush();
    if (length > STAGE_BYTES) this.to(bytes.subarray(from, to));
    else if (length > SMALL_BYTES) this.used += bytes.copy(this.stage, this.used, from, to);
    else for (let at = from; at < to; at++) this.stage[this.used++] = bytes[at]!;
  }

  private escape(bytes: Buffer, from: number): number {
    if (this.used + LETTER_BYTES_MAX > STAGE_BYTES) this.flush();
    const second = bytes[from + 1]!;
    if (second === LETTER_U) this.letter(unitAt(bytes, from + ESCAPE_BYTES));
    else this.stage[this.used++] = meaningOf(second);
    return from + escapeBytes(second);
  }

  /** One unit of UTF-16 by itself. */
  private letter(sent: number): void {
    const unit = sent >= 0xd800 && sent < 0xe000 ? 0xfffd : sent;
    if (unit < 0x80) this.stage[this.used++] = unit;
    else {
      if (unit < 0x800) this.stage[this.used++] = 0xc0 | (unit >> 6);
      else {
        this.stage[this.used++] = 0xe0 | (unit >> 12);
        this.stage[this.used++] = 0x80 | ((unit >> 6) & 0x3f);
      }
      this.stage[this.used++] = 0x80 | (unit & 0x3f);
    }
  }
}

/** By the byte behind the backslash; 0 for what is no escape. */
const MEANINGS = new Uint8Array(256);
for (const escape of '"\\/bfnrt')
  MEANINGS[escape.charCodeAt(0)] = (JSON.parse(`"\\${escape}"`) as string).charCodeAt(0);

const meaningOf = (byte: number): number => {
  const meaning = MEANINGS[byte]!;
  if (meaning === 0) throw notJson();
  return meaning;
};

/** By byte; 16 for what is no digit. */
const DIGITS = new Uint8Array(256).fill(16);
for (const digit of '0123456789abcdefABCDEF')
  DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

const unitAt = (bytes: Buffer, from: number): number => {
  let unit = 0;
  for (let at = from; at < from + 4; at++) {
    const digit = DIGITS[bytes[at]!]!;
    if (digit === 16) throw notJson();
    unit = unit * 16 + digit;
  }
  return unit;
};

const notJson = () => {
  const detail = 'The body is not well-formed JSON';
  return malformed([{ pointer: '', code: 'json_malformed', detail }], detail);
};

const tooLarge = () => {
  const detail = 'The body has too much in it beside its long strings';
  return malformed([{ pointer: '', code: 'json_too_large', detail }], detail);
};
