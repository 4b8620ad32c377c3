import { describe, expect, it, jest } from '@jest/globals';
import type { Refused } from '#platform/core/refused.js';
import { readTransfers } from './read-transfers.js';

const partner = '5f0c2b8e-6b1d-4a0f-9a4c-0d6f2f9f7b31';
const reading = (text: string) => readTransfers(Buffer.from(text));
const file = (...lines: string[]) => ['partner,reference,amount', ...lines].join('\n');
const faults = async (text: string): Promise<string[]> => {
  try {
    await reading(text);
    return [];
  } catch (error) {
    return (error as Refused).faults.map(({ pointer = '' }) => pointer);
  }
};

const details = async (text: string): Promise<string[]> => {
  try {
    await reading(text);
    return [];
  } catch (error) {
    return (error as Refused).faults.map(({ detail }) => detail);
  }
};

describe('an amount of a file', () => {
  it.each(['1e3', '"1,000.00"', '1,000.00', '1.005', '$5', '-1', ''])(
    '%s: the rule is told',
    async (amount) =>
      expect(await details(file(`${partner},R,${amount}`))).toEqual([
        expect.stringContaining('must be dollars with at most two decimals'),
      ]),
  );
  it('of nothing is told to be too little', async () =>
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
  ])('may have %s', async (_, text) =>
    expect(await reading(text)).toMatchObject([{ partnerId: partner, reference: 'R' }]),
  );
  it('is refused for the length of a reference before that is composed', async () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const long = `R${'\u0300\u0316'.repeat(1_000)}`;
    expect(await details(file(`${partner},${long},1.00`))).toEqual([
      expect.stringContaining('reference must have 1 to 140 characters'),
    ]);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });
  it('is refused when it is not UTF-8, in which two references could look alike', async () => {
    const latin1 = Buffer.from(file(`${partner},Müller,1`, `${partner},Möller,1`), 'latin1');
    await expect(readTransfers(latin1)).rejects.toThrow('UTF-8');
    expect(await faults(new TextDecoder().decode(latin1))).toEqual([
      '/2/reference',
      '/3/reference',
    ]);
  });
  it.each([
    ['Windows', 'Unix', '\r\n', '\n'],
    ['Unix', 'Windows', '\n', '\r\n'],
    ['an old Mac', 'Unix', '\r', '\n'],
  ])(
    'may have line ends of %s and then of %s, and numbers its lines',
    async (_, __, first, then) => {
      const text = `partner,reference,amount${first}${partner},R,1${then}${then}${partner},S,2${first}`;
      expect((await reading(text)).map(({ line, reference }) => [line, reference])).toEqual([
        [2, 'R'],
        [4, 'S'],
      ]);
      expect(await faults(`${text}${partner},T,x${then}`)).toEqual(['/5/amount']);
    },
  );
  it('may hold the same line twice', async () =>
    expect(await reading(file(`${partner},R,1`, `${partner},R,1.00`))).toHaveLength(2));
  it.each<[string, string, string[]]>([
    ['no header', `${partner},R,1`, ['/1']],
    ['another header', 'reference,partner,amount', ['/1']],
    ['nothing', '', ['/1']],
    ['a cell too few', file(`${partner},R`), ['/2']],
    ['a cell too many', file(`${partner},R,1,x`), ['/2']],
    ['an open quote', file(`${partner},"R,1`), ['/2']],
    ['no partner', file('Acme,R,1'), ['/2/partner']],
    ['no reference', file(`${partner},,1`), ['/2/reference']],
    ['a reference that cannot be seen in full', file(`${partner},R\u200B,1`), ['/2/reference']],
    [
      'a reference with two amounts, its letters put together in two ways',
      file(`${partner},M\u00fc,1`, `${partner},Mu\u0308,2`),
      ['/3/amount'],
    ],
    ['three decimals', file(`${partner},R,1.005`), ['/2/amount']],
    ['a negative amount', file(`${partner},R,-1`), ['/2/amount']],
    ['nothing paid', file(`${partner},R,0.00`), ['/2/amount']],
    ['faults in two lines', file(`x,R,1`, `${partner},S,x`), ['/2/partner', '/3/amount']],
    [
      'a short line among others',
      file(',,', `${partner},R`),
      ['/2/partner', '/2/reference', '/2/amount', '/3'],
    ],
    ['a reference with two amounts', file(`${partner},R,1`, `${partner},R,2`), ['/3/amount']],
  ])('is refused as a whole for %s', async (_, text, expected) =>
    expect(await faults(text)).toEqual(expected),
  );
  it('of many lines lets others go on while it is read', async () => {
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
