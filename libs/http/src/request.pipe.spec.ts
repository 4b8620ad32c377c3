import 'reflect-metadata';
import { describe, expect, it, jest } from '@jest/globals';
import type { Config } from '#config/config.js';
import { type FieldError, Refused } from '#kernel/refused.js';
import { DecimalField } from './decimal-field.js';
import { parseJson } from './exact-json.js';
import { EmailField, ExternalIdField, IdField, TextField } from './fields.js';
import { ItemsField } from './items-field.js';
import { type SemanticValidator, RequestPipe } from './request.pipe.js';

class Side {
  @TextField({ max: 10 }) readonly type!: string;
}

class Example implements SemanticValidator {
  @IdField() readonly userId!: string;
  @TextField({ max: 5, optional: true }) readonly name?: string;
  @EmailField({ optional: true }) readonly email?: string;
  @DecimalField({ optional: true, decimals: 9, code: 'qty_invalid', detail: 'wrong' })
  readonly qty?: string;
  @ItemsField(Side, { optional: true, min: 1, max: 2, code: 'sides_invalid' })
  readonly sides?: Side[];

  contentErrors(): FieldError[] {
    return this.name === 'judge' ? [{ pointer: '/name', code: 'judged', detail: '' }] : [];
  }
}

const pipe = new RequestPipe({} as Config);
const check = (text: string, metatype: unknown = Example) =>
  pipe.transform(parseJson(text), { type: 'body', metatype: metatype as new () => object });

const refusal = (text: string, metatype?: unknown): { refusal: string; errors: string[] } => {
  try {
    check(text, metatype);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const errors = error.errors.map(({ pointer, code }) => `${pointer} ${code}`);
    return { refusal: error.refusal, errors };
  }
  throw new Error('was accepted');
};

describe('a valid request', () => {
  it('becomes an object of its class, including items', () => {
    const request = check('{"userId":"","sides":[{"type":"front"}]}') as Example;
    expect(request).toBeInstanceOf(Example);
    expect(request.sides?.[0]).toBeInstanceOf(Side);
  });
  it.each([
    ['0.123456789', '0.123456789'],
    ['1E-9', '0.000000001'],
    ['123456789012345.000000001', '123456789012345.000000001'],
    ['1.10000000000000000000', '1.1'],
  ])('preserves all digits of the number %s', (digits, text) => {
    expect(check(`{"userId":"u","qty":${digits}}`)).toMatchObject({ qty: text });
  });
});

describe('a text that is too long', () => {
  class Longest {
    @EmailField({ optional: true }) readonly email?: string;
    @ExternalIdField({ optional: true }) readonly externalId?: string;
    @TextField({ optional: true }) readonly name?: string;
  }
  const marks = '\u0300\u0316'.repeat(2_000);
  it.each([
    ['an e-mail', { email: `a${marks}@x.example` }, '/email email_invalid'],
    [
      'an e-mail that normalization would lengthen',
      { email: '\ufdfa'.repeat(3_000) },
      '/email email_invalid',
    ],
    ['an id', { externalId: `a${marks}` }, '/externalId length_invalid'],
    ['a text', { name: `a${marks}` }, '/name length_invalid'],
  ])('is rejected before normalization: %s', (_, body, fault) => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    expect(refusal(JSON.stringify(body), Longest).errors).toEqual([fault]);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });
});

describe('errors of shape', () => {
  it.each([
    ['{}', ['/userId field_missing']],
    ['[]', [' type_invalid']],
    ['null', [' type_invalid']],
    ['"text"', [' type_invalid']],
    ['{"userId":null}', ['/userId type_invalid']],
    ['{"userId":1,"name":null}', ['/userId type_invalid', '/name type_invalid']],
    ['{"userId":"u","qty":"1"}', ['/qty type_invalid']],
    ['{"userId":"u","qty":{"text":"1"}}', ['/qty type_invalid']],
    ['{"userId":"u","sides":{}}', ['/sides type_invalid']],
    [
      '{"userId":"u","sides":[1,{"a/b":1}]}',
      ['/sides/0 type_invalid', '/sides/1/a~1b field_unknown'],
    ],
    ['{"userId":"u","sides":[{}]}', ['/sides/0/type field_missing']],
    ['{"userId":"u","constructor":1}', ['/constructor field_unknown']],
    ['{"userId":"u","contentErrors":1}', ['/contentErrors field_unknown']],
    ['{"userId":"u","toString":1}', ['/toString field_unknown']],
    ['{"userId":"u","__proto__":{"name":"x"}}', ['/__proto__ field_unknown']],
    ['{"userId":0.12345678901234567890}', ['/userId type_invalid']],
    ['{"userId":"u","sides":[0.12345678901234567890]}', ['/sides/0 type_invalid']],
    ['0.12345678901234567890', [' type_invalid']],
  ])('%s', (text, errors) => {
    const found = refusal(text);
    expect(found.refusal).toBe('malformed');
    expect(found.errors).toEqual(expect.arrayContaining(errors));
  });
  it('are reported at once, before errors of content', () => {
    expect(refusal('{"name":"far too long","qty":"1","x":1}')).toEqual({
      refusal: 'malformed',
      errors: ['/x field_unknown', '/userId field_missing', '/qty type_invalid'],
    });
  });
});

describe('errors of content', () => {
  it.each([
    ['{"userId":"u","name":"judge"}', ['/name judged']],
    ['{"userId":"u","name":""}', ['/name length_invalid']],
    ['{"userId":"u","name":"\\ud800"}', ['/name text_invalid']],
    ['{"userId":"u","name":"a\\u0000"}', ['/name text_invalid']],
    ['{"userId":"u","qty":1e400}', ['/qty qty_invalid']],
    ['{"userId":"u","qty":-1}', ['/qty qty_invalid']],
    ['{"userId":"u","qty":0.0000000001}', ['/qty qty_invalid']],
    ['{"userId":"u","sides":[]}', ['/sides sides_invalid']],
    ['{"userId":"u","sides":[{"type":""}]}', ['/sides/0/type length_invalid']],
    ['{"userId":"u","name":"","email":"x"}', ['/name length_invalid', '/email email_invalid']],
  ])('%s', (text, errors) => {
    expect(refusal(text)).toEqual({ refusal: 'unacceptable', errors });
  });
  it('do not occur for an id', () => {
    expect(check('{"userId":"\\u0000\\ud800"}')).toBeInstanceOf(Example);
  });
});
