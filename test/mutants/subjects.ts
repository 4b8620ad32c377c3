import { globSync } from 'node:fs';

/** What is mutated: decisions, folds, policies, projections and the files that a row names. */
type Folder = {
  /** More of it, as patterns. */
  readonly files?: readonly string[];
  /** Specs outside of it that hold it too. */
  readonly specs?: readonly string[];
};

const CORE = 'src/**/*.{decide,state,policy,projection}.ts';

const FOLDERS: Readonly<Record<string, Folder>> = {
  'libs/settlement': {
    files: [
      'src/ledger/{ledger-store,period-sums}.ts',
      'src/book-transfer/transfer-booking.ts',
      'src/schedule/*.ts',
      'src/settlement-periods/{audit-closed,ledger-changes,deposit-changes,line}.ts',
      'src/settlement-periods/settlement.view.ts',
      'src/settlement-statement/{line.view,statement-csv}.ts',
    ],
  },
  'libs/funding': {
    files: [
      'src/credit-deposit/journal-sender.ts',
      'src/assign-journal/assign-journal.handler.ts',
      'src/deposit/journal-sum.ts',
      'src/settle-reservation/settle-reservation.processor.ts',
      'src/user-deposits/deposit.view.ts',
    ],
  },
  'libs/orders': {
    files: [
      'src/order/{after-end,commission,order-consistency}.ts',
      'src/submit-order/{find-order,submit-order.processor}.ts',
      'src/user-orders/order.view.ts',
    ],
  },
  'libs/kernel': {
    files: [
      'src/calendar/*.ts',
      'src/{decimal-text,money}.ts',
      'src/event-store/{append-input,claims,event-store,keyed-mutex,log-fingerprint,state-cache}.ts',
      'src/jobs/effect.ts',
      'src/projection/row-change.ts',
    ],
    specs: ['libs/settlement/src/schedule/*.spec.ts'],
  },
  'libs/jobs': { files: ['src/dispatcher.ts'] },
  'libs/read-models': { files: ['src/{checkpoint-position,shards}.ts'] },
  'libs/kyc': { files: ['src/start-verification/open-slot.ts'] },
  'libs/users': { files: ['src/register-user/registrar.ts'] },
  'libs/onboarding': {},
  'libs/auth': {
    files: [
      'src/api-key/{api-key,api-key-usage}.ts',
      'src/bearer/{bearer-header,verified-tokens}.ts',
    ],
  },
  'libs/staff': {
    files: ['src/change-password/guessable.ts', 'src/session/same-origin.ts'],
  },
  'libs/two-factor': {},
  'libs/erasure': { files: ['src/erase-user/refusals.ts'] },
};

export type Subject = {
  readonly folder: string;
  readonly files: readonly string[];
  readonly specs: readonly string[];
};

/**
 * Of all folders, what lies under one of these paths; everything without any.
 * @throws when a row names what is not there: a file that was moved would be mutated no more.
 */
export const subjectsUnder = (paths: readonly string[]): readonly Subject[] =>
  Object.entries(FOLDERS).flatMap(([folder, { files = [], specs = [] }]) => {
    const own = files.flatMap(alternatives).map((pattern) => `${folder}/${pattern}`);
    for (const pattern of [...own, ...specs])
      if (globSync(pattern).length === 0) throw new Error(`no file is ${pattern}`);
    const all = globSync([`${folder}/${CORE}`, ...own]).filter(
      (file) => !/\.(spec|examples|crashes)\.ts$/.test(file),
    );
    const chosen = all.filter(
      (file) => paths.length === 0 || paths.some((path) => under(file, path)),
    );
    if (chosen.length === 0) return [];
    const held = globSync([`${folder}/src/**/*.spec.ts`, ...specs]);
    return [{ folder, files: chosen.sort(), specs: held.sort() }];
  });

/** `a/{b,c}.ts`: `a/b.ts` and `a/c.ts`. */
const alternatives = (pattern: string): readonly string[] => {
  const [, before, list, behind] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return list?.split(',').map((each) => `${before}${each}${behind}`) ?? [pattern];
};

const under = (file: string, path: string): boolean =>
  file === path || file.startsWith(path.endsWith('/') ? path : `${path}/`);
