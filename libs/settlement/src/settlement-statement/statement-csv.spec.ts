import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cents, centsFromDecimal, centsToDecimal } from '#kernel/money.js';
import type { LineView } from './line.view.js';
import { statementCsv } from './statement-csv.js';
import { wantsCsv } from './wants-csv.js';

const line: LineView = {
  type: 'deposit',
  transactionId: 't-1',
  externalId: 'x-1',
  userId: 'u-1',
  gross: '100.00',
  fee: '1.50',
  net: '98.50',
  completedAt: '2026-03-16T09:00:00.000Z',
  journalId: 'j-1',
  due: '100.00',
};
const HEADER = 'type,transactionId,externalId,userId,gross,fee,net,completedAt,journalId,due';

const csvOf = async (...parts: (readonly LineView[])[]) => {
  async function* source() {
    for (const part of parts) yield await Promise.resolve(part);
  }
  return (await statementCsv(source()).toArray()).join('');
};
const cellOf = async (externalId: string) => {
  const rows = parse(await csvOf([{ ...line, externalId }]));
  return rows[1]?.[2];
};

describe('a statement as CSV', () => {
  it('has a header, and CRLF after every line', async () =>
    expect(await csvOf([line])).toBe(
      `${HEADER}\r\ndeposit,t-1,x-1,u-1,100.00,1.50,98.50,2026-03-16T09:00:00.000Z,j-1,100.00\r\n`,
    ));
  it('has a header even without lines', async () => expect(await csvOf([])).toBe(`${HEADER}\r\n`));
  it('leaves the journal of an order empty', async () =>
    expect(await csvOf([{ ...line, type: 'commission', journalId: null }])).toContain(
      '2026-03-16T09:00:00.000Z,,100.00\r\n',
    ));
  it('joins portions', async () =>
    expect((await csvOf([line], [line, line])).split('\r\n')).toHaveLength(5));
  it.each(['gross', 'fee', 'net', 'due'])('keeps the minus of an amount: %s', async (amount) =>
    expect(await csvOf([{ ...line, type: 'adjustment', [amount]: '-7.00' }])).toMatch(
      /,-7\.00(,|\r)/,
    ),
  );
  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=cmd|"/c calc"!A1'],
    ...['＝1+1', '＋1', '－1', '＠SUM(A1)'],
  ])('marks %j as text', async (text) => expect(await cellOf(text)).toBe(`'${text}`));
  it.each([
    [';=1+1', ";'=1+1"],
    ['=1;;"=2', `'=1;;"'=2`],
    ['a;b; =c', 'a;b; =c'],
  ])('marks %j as text for spreadsheets that separate with semicolons', async (text, cell) =>
    expect(await cellOf(text)).toBe(cell),
  );
  it.each(['a,b', 'a"b', 'a\nb', 'a\rb', 'a\r\nb', ' a ', 'ä€😀', '1=1', "'quoted'"])(
    'brings %j through',
    async (text) => expect(await cellOf(text)).toBe(text),
  );
  it('preserves any text as text, and amounts as numbers', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    const first = fc.constantFrom('', ...signs, ...[';=', ';"-', '\t', '\r', '"', ',', "'", '\n']);
    const amount = fc
      .bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
      .map((value) => centsToDecimal(cents(value)));
    await fc.assert(
      fc.asyncProperty(first, text, amount, async (start, rest, gross) => {
        const externalId = start + rest;
        const [, cells = []] = parse(await csvOf([{ ...line, externalId, gross }]));
        expect(cells[4]).toMatch(/^-?\d+\.\d\d$/);
        expect(centsFromDecimal(cells[4] ?? '')).toBe(centsFromDecimal(gross));
        expect(cells[2]).not.toMatch(/^[=+\-@＝＋－＠\t\r]/);
        expect(cells[2]).not.toMatch(/;"*[=+\-@＝＋－＠\t\r]/);
        const added = /(?<=^|;"*)'(?=[=+\-@＝＋－＠\t\r])/g;
        expect(cells[2]?.replace(added, '')).toBe(externalId.replace(added, ''));
        expect(cells).toHaveLength(10);
      }),
    );
  });
  it('fails when its source does', async () => {
    async function* broken() {
      yield await Promise.resolve([line]);
      throw new Error('unavailable');
    }
    await expect(statementCsv(broken()).toArray()).rejects.toThrow('unavailable');
  });
});

describe('a request for CSV', () => {
  it.each([
    ['text/csv', true],
    ['TEXT/CSV; charset=utf-8', true],
    ['application/json, text/csv', true],
    ['text/csv;q=0.9, application/json;q=0.5', true],
    ['text/csv;q=0.5, application/json', false],
    ['text/csv;q=0', false],
    ['application/json', false],
    ['*/*', false],
    ['text/html', false],
    [undefined, false],
  ])('%s: %s', (accept, expected) => expect(wantsCsv(accept)).toBe(expected));
});
