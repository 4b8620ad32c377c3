const CORE = '\\.(events|state|decide|workflow|read-model)\\.ts$';
const TEST = '\\.(spec|e2e-spec|examples)\\.ts$';
const INDEX = '^libs/[^/]+/src/index\\.ts$';
const DOOR = '^libs/([^/]+)/src/\\1\\.(api|operator)\\.module\\.ts$';
/** What runs in a thread, for which a feature's index would be too much. */
const THREAD = '^libs/staff/src/change-password/guessable\\.ts$';
const CONSOLE = '^apps/console/';
const FRAMEWORKS =
  'node_modules/(@nestjs|bullmq|@bull-board|ioredis|better-sqlite3|kysely|pg|@eventstore|fastify|@fastify|undici|pino)(/|$)';

/** What may import what. Each rule is an error; the reasons are the habits of the house. */
module.exports = {
  forbidden: [
    {
      name: 'pure-core-no-framework',
      comment: 'events, state, decide, workflow and project depend on their arguments only',
      severity: 'error',
      from: { path: CORE },
      to: { path: FRAMEWORKS },
    },
    {
      name: 'pure-core-no-io',
      comment: 'no file, no network, no process in the pure core',
      severity: 'error',
      from: { path: CORE },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster|timers)(/|$)',
      },
    },
    {
      name: 'pure-core-no-shell',
      comment: 'the parts around the core know it, it does not know them',
      severity: 'error',
      from: { path: CORE },
      to: { path: '\\.(controller|handler|processor|module)\\.ts$' },
    },
    {
      name: 'features-meet-at-the-index',
      comment: 'a feature knows another one only by its index.ts, and the module of its API',
      severity: 'error',
      from: { path: '^libs/(?!platform/)([^/]+)/' },
      to: { path: '^libs/(?!platform/)', pathNot: ['^libs/$1/', INDEX, DOOR] },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'platform is what every feature stands on',
      severity: 'error',
      from: { path: '^libs/platform/' },
      to: { path: '^libs/(?!platform/)' },
    },
    {
      name: 'apps-compose-by-index',
      comment:
        'an app reaches a feature through its index.ts, or the module of its API or operators',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^libs/(?!platform/)', pathNot: [INDEX, DOOR, THREAD] },
    },
    {
      name: 'libs-know-no-app',
      comment: 'libs are composed by apps, never the other way round',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-know-no-other-app',
      comment: 'apps talk over the network and the log; what they compose alike lies beside them',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/[^/]+/', pathNot: '^apps/$1/' },
    },
    {
      name: 'clients-stand-alone',
      comment: 'a client is what a partner gets: it knows the API by its document only',
      severity: 'error',
      from: { path: '^clients/', pathNot: TEST },
      to: { path: '^(apps|libs|test)/' },
    },
    {
      name: 'console-knows-the-api-alone',
      comment:
        'the console runs in browsers: it knows the service by the staff API and its document',
      severity: 'error',
      from: { path: CONSOLE, pathNot: TEST },
      to: { path: '^(apps|clients|libs|test)/', pathNot: CONSOLE },
    },
    {
      name: 'no-circular',
      comment: 'no two files need each other, not even for their types',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'every import leads somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-test-in-production',
      comment: 'specs, examples and test support stay out of what runs',
      severity: 'error',
      from: { path: '^(apps|clients|libs)/', pathNot: TEST },
      to: { path: [TEST, '^test/'] },
    },
    {
      name: 'no-dev-package-in-production',
      comment: 'development packages are not installed where it runs; the console is built before',
      severity: 'error',
      from: { path: '^(apps|clients|libs)/', pathNot: [TEST, CONSOLE] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
