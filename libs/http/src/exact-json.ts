import { randomUUID } from 'node:crypto';

/**
 * A number in a response that a double cannot represent exactly. Its text is written without
 * quotes.
 */
class Exact {
  constructor(readonly text: string) {}

  /** The random mark cannot occur in a caller's text by chance. */
  toJSON(): string {
    return `${MARK}${this.text}`;
  }
}

const MARK = `${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Returns a number for a JSON response. @throws {RangeError} if the text is not a plain JSON number
 */
export const exactNumber = (text: string): number | Exact => {
  if (!NUMBER.test(text)) throw new RangeError(`"${text}" is not a JSON number`);
  const number = Number(text);
  return `${number}` === text ? number : new Exact(text);
};

/** Serializes a response with the full digits of its exact numbers. */
export const exactJson = (payload: unknown): string => {
  const json = JSON.stringify(payload);
  return json.includes(MARK) ? json.replace(MARKED, '$1') : json;
};
