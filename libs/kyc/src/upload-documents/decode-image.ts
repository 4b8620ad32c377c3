import { createHash } from 'node:crypto';

export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

const SCHEME = /^data:/i;
/** Includes `jpg`, which is common although it is not a registered subtype. */
const PREFIX = /^data:image\/(jpe?g|png);base64,/i;

/** An image of an upload, or the reason why the text is not an image in base64. */
export type DecodedImage = {
  readonly error: string | null;
  readonly bytes: Buffer;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Prefix of a data URL as sent, else empty. */
  readonly prefix: string;
  /** Format that the prefix names, null without a prefix. */
  readonly announcedFormat: string | null;
};

/** Decodes strict base64 (RFC 4648, with padding, without line breaks). */
export const decodeImage = (content: string): DecodedImage => {
  const [prefix = '', format] = PREFIX.exec(content) ?? [];
  const text = content.slice(prefix.length);
  const bytes = Buffer.from(text, 'base64');
  return {
    error: errorOf(text, bytes),
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    prefix,
    announcedFormat: format?.toLowerCase().replace('jpg', 'jpeg') ?? null,
  };
};

const errorOf = (text: string, bytes: Buffer): string | null => {
  if (SCHEME.test(text)) return NO_PREFIX;
  if (!isStrictBase64(text)) return NO_BASE64;
  return bytes.length > IMAGE_BYTES_MAX ? TOO_LARGE : null;
};

/** Checks the text itself, because Node also decodes other alphabets, spaces and missing padding. */
const isStrictBase64 = (text: string): boolean => {
  const characters = text.replace(/={1,2}$/, '');
  return characters !== '' && text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(characters);
};

const NO_BASE64 = 'must be base64 (RFC 4648, with padding), without line breaks';
const NO_PREFIX = 'must begin with data:image/jpeg;base64, or data:image/png;base64, or neither';
const TOO_LARGE = `must be an image of at most ${IMAGE_BYTES_MAX} bytes`;
