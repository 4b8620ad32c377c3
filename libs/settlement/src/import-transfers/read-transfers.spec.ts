import { describe, expect, it, jest } from '@jest/globals';
import type { Refused } from '#kernel/refused.js';
import { readTransfers } from './read-transfers.js';

const partner = '5f0c2b8e-6b1d-4a0f-9a4c-0d6f2f9f7b31';
const reading = (text: string) => readTransfers(Buffer.from(text));
const file = (...lines: string[]) => ['partner,reference,amount', ...lines].join('\n');
const errors = async (text: string): Promise<string[]> => {
  try {
    await reading(text);
    return [];
  } catch (error) {
    return (error as Refused).errors.map(({ pointer = '' }) => pointer);
  }
};

const details = async (text: string): Promise<string[]> => {
  try {
    await reading(text);
    return [];
  } catch (error) {
    return (error as Refused).errors.map(({ detail }) => detail);
  }
};

describe('an amount of a file', () => {
  it.each(['1e3', '"1,2"', '"12,08"', '1,000.00', '1.005', '$5', '-1', ''])(
    '%s is rejected with the rule',
    async (amount) =>
      expect(await details(file(`${partner},R,${amount}`))).toEqual([
        expect.stringContaining('must be dollars with at most two decimals'),
      ]),
  );
  it('may have thousands separators', async () =>
    expect(await reading(file(`${partner},R,"12,085.06"`))).toMatchObject([
      { amountCents: 12_085_06n },
    ]));
  it('must be above 0', async () =>
    expect(await details(file(`${partner},R,0.00`))).toEqual(['line 2: amount must be above 0']));
});

describe('a file of transfers', () => {
  it('is read line by line', async () =>
    expect(await reading(file(`${partner},R 1,100.00`, `${partner},"R,2",0.5`))).toEqual([
      { line: 2, partnerId: partner, reference: 'R 1', amountCents: 100_00n },
      { line: 3, partnerId: partner, reference: 'R,2', amountCents: 50n },
    ]));
  it.each([
    ['a byte order mark', `\uFEFF${file(`${partner},R,1`)}`],
    ['CRLF', file(`${partner},R,1`, '').replaceAll('\n', '\r\n')],
    ['empty lines', file('', `${partner},R,1`, '', '')],
    ['blanks around cells', file(` ${partner.toUpperCase()} , R , 1 `)],
    ['rows of empty cells', file(',,', `${partner},R,1`, ',,,,', ' , , ')],
    ['an empty last column', `partner,reference,amount,\n${partner},R,1,\n,,,`],
    ['an empty last column in some rows', file(`${partner},R,1,,`)],
  ])('may have %s', async (_, text) =>
    expect(await reading(text)).toMatchObject([{ partnerId: partner, reference: 'R' }]),
  );
  it.each([
    ['partner;reference;amount', 'separate cells with commas, not with semicolons or tabs'],
    ['partner\treference\tamount', 'separate cells with commas, not with semicolons or tabs'],
    ['Partner,Reference,Amount', 'write it in lower case'],
  ])('with the first line %j is rejected with a hint', async (header, hint) =>
    expect(await details(`${header}\n${partner},R,1`)).toEqual([
      `line 1: the first line must be partner,reference,amount: ${hint}`,
    ]),
  );
  it('is rejected for a long reference before the reference is normalized', async () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const long = `R${'\u0300\u0316'.repeat(1_000)}`;
    expect(await details(file(`${partner},${long},1.00`))).toEqual([
      expect.stringContaining('reference must have 1 to 140 characters'),
    ]);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });
  it('is rejected if it is not UTF-8, because two references could look alike', async () => {
    const latin1 = Buffer.from(file(`${partner},Müller,1`, `${partner},Möller,1`), 'latin1');
    await expect(readTransfers(latin1)).rejects.toThrow('UTF-8');
    expect(await errors(new TextDecoder().decode(latin1))).toEqual([
      '/2/reference',
      '/3/reference',
    ]);
  });
  it.each([
    ['Windows', 'Unix', '\r\n', '\n'],
    ['Unix', 'Windows', '\n', '\r\n'],
    ['an old Mac', 'Unix', '\r', '\n'],
  ])('may mix line ends of %s and %s', async (_, __, first, then) => {
    const text = `partner,reference,amount${first}${partner},R,1${then}${then}${partner},S,2${first}`;
    expect((await reading(text)).map(({ line, reference }) => [line, reference])).toEqual([
      [2, 'R'],
      [4, 'S'],
    ]);
    expect(await errors(`${text}${partner},T,x${then}`)).toEqual(['/5/amount']);
  });
  it('may hold the same line twice', async () =>
    expect(await reading(file(`${partner},R,1`, `${partner},R,1.00`))).toHaveLength(2));
  it.each<[string, string, string[]]>([
    ['no header', `${partner},R,1`, ['/1']],
    ['another header', 'reference,partner,amount', ['/1']],
    ['nothing', '', ['/1']],
    ['a missing cell', file(`${partner},R`), ['/2']],
    ['an extra cell', file(`${partner},R,1,x`), ['/2']],
    ['an open quote', file(`${partner},"R,1`), ['/2']],
    ['no partner', file('Acme,R,1'), ['/2/partner']],
    ['no reference', file(`${partner},,1`), ['/2/reference']],
    ['a reference with an invisible character', file(`${partner},R\u200B,1`), ['/2/reference']],
    [
      'a reference with two amounts, in two Unicode normal forms',
      file(`${partner},M\u00fc,1`, `${partner},Mu\u0308,2`),
      ['/3/amount'],
    ],
    ['three decimals', file(`${partner},R,1.005`), ['/2/amount']],
    ['a negative amount', file(`${partner},R,-1`), ['/2/amount']],
    ['nothing paid', file(`${partner},R,0.00`), ['/2/amount']],
    ['errors in two lines', file(`x,R,1`, `${partner},S,x`), ['/2/partner', '/3/amount']],
    [
      'a short line among others',
      file('x,,', `${partner},R`),
      ['/2/partner', '/2/reference', '/2/amount', '/3'],
    ],
    ['a reference with two amounts', file(`${partner},R,1`, `${partner},R,2`), ['/3/amount']],
    ['an error of a spreadsheet', file(`${partner},#N/A,1`), ['/2/reference']],
    [
      'a reference with two amounts, one with quotation marks',
      file(`${partner},="17",1`, `${partner},17,2`),
      ['/3/amount'],
    ],
  ])('is rejected as a whole for %s', async (_, text, expected) =>
    expect(await errors(text)).toEqual(expected),
  );
  it('has one reference even if a spreadsheet added signs to it', async () => {
    const wrapped = ['17', '="17"', '"=""17"""', "'17"];
    const rows = await reading(file(...wrapped.map((each) => `${partner},${each},1`)));
    expect(rows.map(({ reference }) => reference)).toEqual(['17', '17', '17', '17']);
  });
  it.each([
    ['not closed', `${partner},"R,1\n${partner},S,1`, 'line 3: a quotation mark'],
    ['misplaced', `${partner},"R"x,1\n${partner},S,1`, 'line 3: a quotation mark'],
  ])('reports a quotation mark that is %s', async (_, lines, said) => {
    const [detail, ...others] = await details(file('', lines));
    expect({ detail, others }).toEqual({ detail: expect.stringContaining(said), others: [] });
    expect(detail).not.toMatch(/Quote|byte|parsing/);
  });
  it('with many lines does not block the event loop', async () => {
    let turns = 0;
    let isRead = false;
    const turn = () => {
      turns++;
      if (!isRead) setImmediate(turn);
    };
    setImmediate(turn);
    const lines = Array.from({ length: 14_000 }, (_, i) => `${partner},R-${i},1`);
    expect(await reading(file(...lines))).toHaveLength(14_000);
    isRead = true;
    expect(turns).toBeGreaterThan(20);
  });
});
