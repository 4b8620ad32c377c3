import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from './form.js';

describe('the fields of a form', () => {
  it.each([
    ['email', ' ada@acme.example ', 'ada@acme.example'],
    ['reference', '\tBANK-1', 'BANK-1'],
    ['password', ' as typed ', ' as typed '],
    ['currentPassword', 'as typed ', 'as typed '],
    ['newPassword', ' as typed', ' as typed'],
    ['newPasswordAgain', ' as typed', ' as typed'],
  ])('parse %s as %j', (name, typed, taken) =>
    expect(fieldsOf([[name, typed]])).toEqual({ [name]: taken }),
  );
});
