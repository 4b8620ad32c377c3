import { describe, expect, it } from '@jest/globals';
import { isJsonInUtf8 } from './json-body.js';

describe('a content type of JSON in UTF-8', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=utf8',
    'application/json; charset="UTF8"',
    'application/json ; Charset="UTF-8"',
    'application/json; profile="a;b"; charset=utf-8;',
  ])('%s', (type) => {
    expect(isJsonInUtf8(type)).toBe(true);
  });
});

describe('another content type', () => {
  it.each([
    '',
    'text/plain',
    'application/jsonx',
    'application/problem+json',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1; charset=utf-8',
    'application',
  ])('%j', (type) => {
    expect(isJsonInUtf8(type)).toBe(false);
  });
});
