import type { Needle } from './needles.js';

const WINDOW = 24;
const LEAST_VARIETY = 10;

/** Forms in which a secret may be stored: plain, escaped, hex, base64, or the bytes of an image. */
export const needlesOf = (value: string, name: string): Needle[] => {
  const text = Buffer.from(value);
  const isNumber = /^\d+$/.test(value);
  const needle = (bytes: Buffer, form: string): Needle => ({
    name: `${name}${form}`,
    bytes,
    isNumber: isNumber && form === '',
  });
  const encoded = (part: Buffer) => [
    needle(Buffer.from(part.toString('hex')), ' as hex'),
    ...base64Of(part).map((each) => needle(Buffer.from(each), ' as base64')),
  ];
  const bytes = bytesOf(value);
  return [
    ...partsOf(text).flatMap((part) => [needle(part, ''), ...encoded(part)]),
    ...escapesOf(value).flatMap((each) => partsOf(Buffer.from(each)).map((p) => needle(p, ''))),
    ...(bytes === null ? [] : partsOf(bytes)).flatMap((part) => [
      needle(part, ' as bytes'),
      ...encoded(part),
    ]),
  ];
};

/** Several parts of a long value are searched, because stores may split the value. */
const partsOf = (value: Buffer): Buffer[] => {
  if (value.length <= 2 * WINDOW) return [value];
  const starts = [0.4, 0.6, 0.8].map((part) => Math.floor(value.length * part));
  return [...starts, value.length - WINDOW]
    .map((start) => value.subarray(start, start + WINDOW))
    .filter((window) => new Set(window).size >= LEAST_VARIETY);
};

/** Returns the part of the base64 text that is the same for all neighboring bytes. */
const base64Of = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const core = text.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    );
    const forUrls = core.replaceAll('+', '-').replaceAll('/', '_');
    return core === forUrls ? [core] : [core, forUrls];
  });

const escapesOf = (value: string): string[] =>
  [JSON.stringify(value).slice(1, -1), encodeURIComponent(value)].filter((text) => text !== value);

/** Returns the bytes behind the text of an image, a key or a one-time-code secret. */
const bytesOf = (value: string): Buffer | null => {
  if (/^(\/9j\/|iVBOR)/.test(value) || /^[A-Za-z0-9+/]{43}=$/.test(value))
    return Buffer.from(value, 'base64');
  return /^[A-Z2-7]{32}$/.test(value) ? fromBase32(value) : null;
};

const fromBase32 = (text: string): Buffer => {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => parseInt(byte, 2)),
  );
};
