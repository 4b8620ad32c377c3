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
const UNICODE_ESCAPE_LENGTH = 5;

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
  private begun: Buffer[] = [];
  private begunBytes = 0;
  private escape: number[] | null = null;
  private text: LongText | null = null;
  private readonly out = new Staged((bytes) => this.text?.write(bytes));

  constructor(private readonly options: SkeletonOptions) {}

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
    if (this.escape !== null) return this.escaped(this.escape, piece, from);
    let at = from;
    while (at < piece.length && IS_PLAIN[piece[at]!] === 1) at++;
    if (at > from) this.string(piece.subarray(from, at));
    if (at === piece.length) return at;
    if (piece[at] === QUOTE) this.close();
    else if (piece[at] === BACKSLASH) this.escape = [BACKSLASH];
    else throw notJson();
    return at + 1;
  }

  private outside(piece: Buffer, from: number): number {
    const quote = piece.indexOf(QUOTE, from);
    const end = quote === -1 ? piece.length : quote + 1;
    this.keep(piece.subarray(from, end));
    if (quote !== -1) this.state = 'short';
    return end;
  }

  private escaped(escape: number[], piece: Buffer, from: number): number {
    escape.push(piece[from]!);
    const length = escape[1] === LETTER_U ? 1 + UNICODE_ESCAPE_LENGTH : 2;
    if (escape.length === length) {
      this.escape = null;
      this.string(Buffer.from(escape));
    }
    return from + 1;
  }

  /** Plain bytes of a string, or one whole escape. */
  private string(bytes: Buffer): void {
    if (this.state === 'long') {
      this.out.write(bytes[0] === BACKSLASH ? unescaped(bytes) : bytes);
      return;
    }
    if (this.begunBytes + bytes.length < this.options.longFromBytes) {
      this.begun.push(Buffer.from(bytes));
      this.begunBytes += bytes.length;
      return;
    }
    this.state = 'long';
    this.text = this.options.open();
    // One by one: the piece may have been cut within a letter, which only bytes survive.
    for (const each of this.begun) this.out.write(unescaped(each));
    this.begin();
    this.string(bytes);
  }

  private close(): void {
    if (this.state === 'long') {
      this.out.flush();
      this.text?.end();
      this.keep(Buffer.from(this.text?.name ?? ''));
      this.text = null;
    } else this.keep(Buffer.concat(this.begun));
    this.keep(Buffer.from([QUOTE]));
    this.begin();
    this.state = 'outside';
  }

  private begin(): void {
    this.begun = [];
    this.begunBytes = 0;
  }

  /** Copies: a piece must not live on because a few bytes of it are kept. */
  private keep(bytes: Buffer): void {
    this.keptBytes += bytes.length;
    if (this.keptBytes > this.options.skeletonBytesMax) throw tooLarge();
    if (bytes.length > 0) this.kept.push(Buffer.from(bytes));
  }
}

const STAGE_BYTES = 16 * 1024;

/** Gathers small pieces, since texts with many escapes come in thousands of them. */
class Staged {
  private readonly stage = Buffer.allocUnsafeSlow(STAGE_BYTES);
  private used = 0;

  constructor(private readonly to: (bytes: Buffer) => void) {}

  write(bytes: Buffer): void {
    if (this.used + bytes.length > STAGE_BYTES) this.flush();
    if (bytes.length > STAGE_BYTES) this.to(bytes);
    else this.used += bytes.copy(this.stage, this.used);
  }

  flush(): void {
    if (this.used > 0) this.to(this.stage.subarray(0, this.used));
    this.used = 0;
  }
}

const unescaped = (bytes: Buffer): Buffer => {
  if (!bytes.includes(BACKSLASH)) return bytes;
  try {
    return Buffer.from(JSON.parse(`"${bytes.toString()}"`) as string);
  } catch {
    throw notJson();
  }
};

const notJson = () => {
  const detail = 'The body is not well-formed JSON';
  return malformed([{ pointer: '', code: 'json_malformed', detail }], detail);
};

const tooLarge = () => {
  const detail = 'The body has too much in it beside its long strings';
  return malformed([{ pointer: '', code: 'json_too_large', detail }], detail);
};
