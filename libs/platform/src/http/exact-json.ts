import { randomUUID } from 'node:crypto';

/** A number of an answer that a double does not show as it is: its text goes out without quotes. */
class Exact {
  constructor(readonly text: string) {}

  /** Never met by chance in anybody's text, since it is made anew in each process. */
  toJSON(): string {
    return `${MARK}${this.text}`;
  }
}

const MARK = `${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** For an answer's JSON. @throws {RangeError} when the text is no plain JSON number. */
export const exactNumber = (text: string): number | Exact => {
  if (!NUMBER.test(text)) throw new RangeError(`"${text}" is no JSON number`);
  const number = Number(text);
  return `${number}` === text ? number : new Exact(text);
};

/** JSON of an answer, its exact numbers with all their digits. */
export const exactJson = (payload: unknown): string => {
  const json = JSON.stringify(payload);
  return json.includes(MARK) ? json.replace(MARKED, '$1') : json;
};
