import { type FieldError, malformed } from '#kernel/refused.js';
import { pointerTo } from './json-pointer.js';
import { keepMemberErrors, keepNumberText } from './json-metadata.js';

/** Levels of objects and arrays. A request of this API needs three. */
const JSON_DEPTH_MAX = 32;
/** Members of one object or array. */
const JSON_MEMBERS_MAX = 1_000;

type Container = Record<string, unknown> | unknown[];

/**
 * Parses JSON (RFC 8259) of any size to plain values in one pass. Preserves details that
 * `JSON.parse` loses: the digits of numbers and repeated members (`json-metadata`). @throws
 * {Refused} 400 if the text is not JSON, too deep or too wide
 */
export const parseJson = (text: string): unknown => new Parser(text).parse();

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
const SPACE_CODE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPE_LENGTH = 2;

class Parser {
  private at = 0;
  private readonly path: string[] = [];
  private readonly errors: FieldError[] = [];

  constructor(private readonly text: string) {}

  parse(): unknown {
    this.skip(SPACE);
    const value = this.value(null);
    if (this.at < this.text.length) throw this.notJson();
    if (this.errors.length > 0) keepMemberErrors(value as object, this.errors);
    return value;
  }

  /** `holder`: the container that gets the value, under the last name of the path. */
  private value(holder: Container | null): unknown {
    const value = this.bare(holder);
    this.skip(SPACE);
    return value;
  }

  private bare(holder: Container | null): unknown {
    switch (this.text.charAt(this.at)) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      case 't':
      case 'f':
      case 'n':
        return this.word();
      default:
        return this.number(holder);
    }
  }

  private object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const names = new Set<string>();
    this.members('}', () => {
      if (this.text[this.at] !== '"') throw this.notJson();
      const name = this.string();
      this.skip(SPACE);
      this.take(':');
      this.skip(SPACE);
      this.path.push(name);
      const isRepeated = names.has(name);
      names.add(name);
      const value = this.value(isRepeated ? null : object);
      if (isRepeated) this.found('field_repeated', 'is sent more than once');
      else if (name === '__proto__') this.found('field_unknown', 'is not a field of this request');
      else object[name] = value;
      this.path.pop();
    });
    return object;
  }

  private array(): unknown[] {
    const array: unknown[] = [];
    this.members(']', () => {
      this.path.push(String(array.length));
      array.push(this.value(array));
      this.path.pop();
    });
    return array;
  }

  private members(end: string, member: () => void): void {
    if (this.path.length >= JSON_DEPTH_MAX)
      throw this.refused(
        'json_too_deep',
        `must not be nested more than ${JSON_DEPTH_MAX} levels deep`,
      );
    this.at++;
    this.skip(SPACE);
    if (this.text[this.at] === end) {
      this.at++;
      return;
    }
    for (let count = 1; ; count++) {
      if (count > JSON_MEMBERS_MAX)
        throw this.refused('json_too_large', `must not have more than ${JSON_MEMBERS_MAX} members`);
      member();
      if (this.text[this.at] === end) break;
      this.take(',');
      this.skip(SPACE);
    }
    this.at++;
  }

  private string(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    let hasEscape = false;
    // A pattern for the text between escapes would run once for each escape.
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
      if (code === BACKSLASH) {
        hasEscape = true;
        at += ESCAPE_LENGTH;
      } else if (code >= SPACE_CODE) at++;
      else break;
    }
    this.at = at;
    this.take('"');
    return hasEscape ? this.unescaped(start - 1, this.at) : text.slice(start, at);
  }

  private unescaped(start: number, end: number): string {
    try {
      return JSON.parse(this.text.slice(start, end)) as string;
    } catch {
      this.at = start;
      throw this.notJson();
    }
  }

  private word(): boolean | null {
    for (const [word, value] of WORDS)
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    throw this.notJson();
  }

  private number(holder: Container | null): number {
    const start = this.at;
    this.skip(NUMBER);
    if (this.at === start) throw this.notJson();
    const digits = this.text.slice(start, this.at);
    if (holder !== null) keepNumberText(holder, this.path.at(-1)!, digits);
    return Number(digits);
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    if (pattern.test(this.text)) this.at = pattern.lastIndex;
  }

  private take(expected: string): void {
    if (this.text[this.at] !== expected) throw this.notJson();
    this.at++;
  }

  private found(code: string, detail: string): void {
    this.errors.push({ pointer: pointerTo(...this.path), code, detail });
  }

  private refused(code: string, detail: string) {
    return malformed([{ pointer: pointerTo(...this.path), code, detail }]);
  }

  private notJson() {
    const where = `at character ${this.at + 1}`;
    const detail = `The body is not well-formed JSON, ${where}`;
    return malformed([{ pointer: '', code: 'json_malformed', detail }], detail);
  }
}
