import { malformed } from '#kernel/refused.js';

/** Receives a long string of a body in pieces, without quotes and escapes. */
export interface LongText {
  /** Placeholder for the string in the remaining JSON; must not occur elsewhere in it. */
  readonly name: string;
  /**
   * UTF-8 in arbitrary pieces, valid only until the call returns. Surrogates sent as escapes become
   * U+FFFD.
   */
  write(bytes: Buffer): void;
  end(): void;
}

export type ExtractorOptions = {
  /** Length in bytes from which a string is long. */
  readonly longFromBytes: number;
  /** Largest size without the long strings. */
  readonly remainderBytesMax: number;
  readonly open: () => LongText;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const ESCAPE_BYTES = 2;
const UNICODE_ESCAPE_BYTES = 6;

/** 1 for bytes that a string may contain unescaped. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/**
 * Reads JSON text in pieces and removes its long strings, so that the rest can be parsed as usual.
 * It only recognizes strings, and the parser validates the rest.
 */
export class JsonExtractor {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private state: 'outside' | 'short' | 'long' = 'outside';
  /** The start of a string that may become long, as received. */
  private readonly begun: Buffer;
  private begunBytes = 0;
  /** The first bytes of an incomplete escape. */
  private escape: number[] = [];
  private text: LongText | null = null;
  private readonly out = new UnescapedText((bytes) => this.text?.write(bytes));

  constructor(private readonly options: ExtractorOptions) {
    this.begun = Buffer.allocUnsafeSlow(options.longFromBytes);
  }

  /** @throws {Refused} 400 if the text cannot be JSON or is too large */
  write(piece: Buffer): void {
    for (let at = 0; at < piece.length;) at = this.step(piece, at);
  }

  /**
   * Returns the text with placeholders for long strings. @throws {Refused} 400 if the text is
   * incomplete
   */
  end(): Buffer {
    if (this.state !== 'outside') throw notJson();
    return Buffer.concat(this.kept);
  }

  /** Returns the start of the remaining bytes. */
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

  /** Handles plain bytes of a string, or one whole escape. */
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

  /** Copies the bytes, so that a large piece is not retained for a few of them. */
  private keep(bytes: Buffer): void {
    this.keptBytes += bytes.length;
    if (this.keptBytes > this.options.remainderBytesMax) throw tooLarge();
    if (bytes.length > 0) this.kept.push(Buffer.from(bytes));
  }
}

const escapeBytes = (second: number | undefined): number =>
  second === LETTER_U ? UNICODE_ESCAPE_BYTES : ESCAPE_BYTES;

const STAGE_BYTES = 16 * 1024;
/** Length up to which a loop copies faster than `copy`. */
const SMALL_BYTES = 32;
/** Longest escape in UTF-8. */
const LETTER_BYTES_MAX = 3;

/**
 * Resolves escapes and collects small pieces. Creates no object per escape, because a text may
 * consist of twenty million escapes.
 */
class UnescapedText {
  private readonly stage = Buffer.allocUnsafeSlow(STAGE_BYTES);
  private used = 0;

  constructor(private readonly to: (bytes: Buffer) => void) {}

  /** Handles plain bytes and whole escapes. @throws {Refused} 400 for an invalid escape */
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

  /** Writes one UTF-16 unit. */
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

/** Meaning by the byte after the backslash; 0 for an invalid escape. */
const MEANINGS = new Uint8Array(256);
for (const escape of '"\\/bfnrt')
  MEANINGS[escape.charCodeAt(0)] = (JSON.parse(`"\\${escape}"`) as string).charCodeAt(0);

const meaningOf = (byte: number): number => {
  const meaning = MEANINGS[byte]!;
  if (meaning === 0) throw notJson();
  return meaning;
};

/** Value of each byte as a hexadecimal digit; 16 for other bytes. */
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
  const detail = 'The body is too large beside its long strings';
  return malformed([{ pointer: '', code: 'json_too_large', detail }], detail);
};
