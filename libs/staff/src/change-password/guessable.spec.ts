import { describe, expect, it } from '@jest/globals';
import { isGuessable } from './guessable.js';

const email = 'ada.lovelace@operator.example';

describe('a guessable password', () => {
  it.each([
    'password1234 ',
    ' Password1234',
    'P@ssw0rd1234',
    'qwertyuiop123',
    '123456789012',
    'aaaaaaaaaaaa',
    'iloveyou12345',
    '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff441234',
    email,
    'Lovelace2026',
    'adalovelace1',
    'operator.example',
    'x'.repeat(1_000),
    'correcthorsebatterystaple',
    'CorrectHorseBatteryStaple',
    'mondaytuesdaywednesday',
    'correct horse battery staple',
    'staple-battery-horse-correct',
    'monkey dragon sunshine',
    'partnerbrokerage',
    'Partner-Brokerage1',
    'p a s s w o r d 1 2 3 4',
    '7vBrokerage4z',
    '7vPartner4zq8',
    'x7Lovelace9qp',
    `${email}7`,
    '@dm!n!str@tor77',
  ])('%s', async (password) => expect(await isGuessable({ password, email })).toBe(true));
});

describe('a strong password', () => {
  it.each([
    'staple goose battery violin correct harbour',
    'staplegoosebatteryviolincorrectharbour',
    'kx8Vw2pQ_mN4',
    'k x 8 V w 2 p Q m N 4',
    'drei Äpfel im Schnee',
    'kx8Vw2pQ_mN4'.repeat(80),
  ])('%s', async (password) => expect(await isGuessable({ password, email })).toBe(false));
});
