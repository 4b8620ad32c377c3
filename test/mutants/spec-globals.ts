import { createRequire } from 'node:module';

// What specs import from '@jest/globals', small enough to begin anew hundreds of times in a second.
// `expect`, mocks and fake timers are Jest's own.

const fromJest = createRequire(createRequire(import.meta.url).resolve('@jest/globals'));
const { jestExpect } = fromJest('@jest/expect') as { jestExpect: Expect };
const { ModuleMocker } = fromJest('jest-mock') as { ModuleMocker: new (of: object) => object };
const { ModernFakeTimers } = createRequire(fromJest.resolve('@jest/environment'))(
  '@jest/fake-timers',
) as { ModernFakeTimers: new (options: object) => FakeTimers };

type Expect = ((actual: unknown) => unknown) & {
  extractExpectedAssertionsErrors(): readonly { readonly error: Error }[];
};
type FakeTimers = {
  useFakeTimers(options?: object): void;
  useRealTimers(): void;
  setSystemTime(now?: number | Date): void;
  advanceTimersByTime(ms: number): void;
  advanceTimersByTimeAsync(ms: number): Promise<void>;
  getTimerCount(): number;
};
type Mocker = {
  fn(implementation?: unknown): unknown;
  spyOn(object: object, name: string): unknown;
  restoreAllMocks(): void;
};
type Work = (...args: never[]) => unknown;
type Suite = {
  readonly parent: Suite | null;
  readonly hooks: Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Work[]>;
  readonly parts: (Suite | { readonly name: string; readonly run: () => unknown })[];
};

const suite = (parent: Suite | null): Suite => ({
  parent,
  hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
  parts: [],
});

let current = suite(null);

const eachOf =
  (one: (name: string, work: Work) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, work: (...args: unknown[]) => unknown): void => {
    for (const row of rows) {
      const args = rows.every(Array.isArray) ? (row as unknown[]) : [row];
      one(name, () => work(...args));
    }
  };

const group = (_: string, work: Work): void => {
  const inner = suite(current);
  current.parts.push(inner);
  current = inner;
  work();
  current = inner.parent!;
};
const single = (name: string, work: Work): void => {
  current.parts.push({ name, run: work });
};
const hook = (kind: keyof Suite['hooks']) => (work: Work) => current.hooks[kind].push(work);

export const describe = Object.assign(group, { each: eachOf(group) });
export const it = Object.assign(single, { each: eachOf(single) });
export const test = it;
export const beforeAll = hook('beforeAll');
export const afterAll = hook('afterAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const expect = jestExpect;

const mocker = new ModuleMocker(globalThis) as Mocker;
const timers = new ModernFakeTimers({
  global: globalThis,
  config: { rootDir: process.cwd(), testMatch: [], fakeTimers: {} },
});
export const jest = {
  fn: (implementation?: unknown) => mocker.fn(implementation),
  spyOn: (object: object, name: string) => mocker.spyOn(object, name),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (options?: object) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (now?: number | Date) => timers.setSystemTime(now),
  advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
};

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

/** Reads a spec file, then runs its tests until one fails. @throws what that one throws. */
export const runSpec = async (read: () => Promise<unknown>, testMs: number): Promise<void> => {
  current = suite(null);
  await read();
  try {
    await runSuite(current, testMs);
  } finally {
    mocker.restoreAllMocks();
    timers.useRealTimers();
  }
};

const runSuite = async (own: Suite, testMs: number): Promise<void> => {
  for (const work of own.hooks.beforeAll) await within(testMs, work);
  try {
    for (const part of own.parts)
      await ('run' in part ? runTest(own, part.run, testMs) : runSuite(part, testMs));
  } finally {
    for (const work of own.hooks.afterAll) await within(testMs, work);
  }
};

const runTest = async (own: Suite, run: () => unknown, testMs: number): Promise<void> => {
  const around: Suite[] = [];
  for (let each: Suite | null = own; each !== null; each = each.parent) around.unshift(each);
  try {
    for (const each of around) for (const work of each.hooks.beforeEach) await within(testMs, work);
    await within(testMs, run);
  } finally {
    for (const each of around.reverse())
      for (const work of each.hooks.afterEach) await within(testMs, work);
  }
  const [missing] = jestExpect.extractExpectedAssertionsErrors();
  if (missing !== undefined) throw missing.error;
};

/** A test that waits for what does not come any more has failed too. */
const within = async (testMs: number, work: Work): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = realSetTimeout(() => reject(new Error(`no end within ${testMs} ms`)), testMs);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    realClearTimeout(timer);
  }
};
