import { createRequire } from 'node:module';
import vm from 'node:vm';
import { awaitMidnight } from './midnight.mjs';

const require = createRequire(import.meta.url);
const fromJest = createRequire(require.resolve('@jest/globals'));
const fromEnvironment = createRequire(fromJest.resolve('@jest/environment'));
const { ModernFakeTimers } = fromEnvironment('@jest/fake-timers');
const { ModuleMocker } = fromEnvironment('jest-mock');

/** Uses the realm of this process instead of a separate context of Jest. */
const THIS_REALM = {};
const OF_PACKAGE = /[\\/]node_modules[\\/]/;

/**
 * Runs code without a context, although Jest passes one. Compiled code is reused by later test files:
 * modules of the project as bytes, Jest's modules as scripts.
 */
const knowThisRealm = () => {
  const { SourceTextModule, SyntheticModule, compileFunction } = vm;
  const inThisRealm = ({ context, ...options }) =>
    context === THIS_REALM ? options : { ...options, context };
  const compiled = new Map();
  vm.SourceTextModule = class extends SourceTextModule {
    constructor(code, options) {
      const known = compiled.get(options.identifier);
      const kept = known?.code === code ? { cachedData: known.cachedData } : {};
      super(code, { ...inThisRealm(options), ...kept });
      if (kept.cachedData === undefined)
        compiled.set(options.identifier, { code, cachedData: this.createCachedData() });
    }
  };
  vm.SyntheticModule = class extends SyntheticModule {
    constructor(names, evaluate, options) {
      super(names, evaluate, inThisRealm(options));
    }
  };
  const scripts = new Map();
  vm.compileFunction = (code, names, { parsingContext, ...options }) => {
    if (parsingContext !== THIS_REALM)
      return compileFunction(code, names, { ...options, parsingContext });
    const { filename } = options;
    if (!OF_PACKAGE.test(filename)) return compileFunction(code, names, options);
    const head = `(function (${names.join()}) {`;
    const text = `${head}${code}\n})`;
    const script =
      scripts.get(text) ?? new vm.Script(text, { filename, columnOffset: -head.length });
    scripts.set(text, script);
    return script.runInThisContext();
  };
};
knowThisRealm();
globalThis.requirePackage = require;
// Only for the processes that tests start. Jest's processes would write a cache at their end, which takes
// longer than Jest waits and is not read.
if (process.env.TEST_COMPILE_CACHE) process.env.NODE_COMPILE_CACHE = process.env.TEST_COMPILE_CACHE;

/**
 * Runs test files in the realm of their process, as the service runs. So an error that Node throws is
 * an `Error`, and Node loads packages once for each process (`packages-once.mjs`). Modules of the
 * project, `process.env`, the console and `fetch` are new for each file.
 */
export default class OneRealm {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  before = kept();

  constructor({ projectConfig }, { testPath }) {
    this.testPath = testPath;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return THIS_REALM;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  setup() {
    return awaitMidnight(this.testPath);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    const { values, env, exit, exitCode } = this.before;
    // class-validator would store the classes of every file.
    delete globalThis.classValidatorMetadataStorage;
    forgetTests();
    Object.assign(globalThis, values);
    Object.assign(process, { env: env.object, exit, exitCode });
    for (const name of Object.keys(process.env))
      if (!(name in env.values)) delete process.env[name];
    Object.assign(process.env, env.values);
  }
}

/**
 * Jest stores its event handlers and the tests of a file under symbols of the global object. Without a
 * reset, the hundredth file would report each test to a hundred handlers.
 */
const forgetTests = () => {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (OF_TESTS.has(symbol.description)) delete globalThis[symbol];
};
const OF_TESTS = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/** Globals that test files and Jest replace temporarily. */
const kept = () => {
  const { env, exit, exitCode } = process;
  const { console, fetch } = globalThis;
  return {
    values: { console, fetch },
    env: { object: env, values: { ...env } },
    ...{ exit, exitCode },
  };
};
