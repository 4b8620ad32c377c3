const CORE = '\\.(events|state|decide|policy|projection)\\.ts$';
const TEST = '\\.(spec|e2e-spec|long-spec|examples)\\.ts$';
/** Libraries without business rules, from the lowest to the highest. Each imports only lower ones. */
const ENGINES = [
  'kernel',
  'config',
  'redis',
  'event-log',
  'read-models',
  'jobs',
  'observability',
  'http',
  'broker',
  'identity',
  'operations',
];
const layer = (library, index) => ({
  name: `${library}-imports-lower-libraries`,
  comment: `${library} imports only ${ENGINES.slice(0, index).join(', ') || 'packages'}`,
  severity: 'error',
  from: { path: `^libs/${library}/`, pathNot: TEST },
  to: { path: '^libs/', pathNot: `^libs/(${ENGINES.slice(0, index + 1).join('|')})/` },
});
const CONSOLE = '^apps/console/';
const FRAMEWORKS =
  'node_modules/(@nestjs|bullmq|@bull-board|ioredis|better-sqlite3|kysely|pg|@eventstore|fastify|@fastify|undici|pino)(/|$)';

/** Rules for imports between files. */
module.exports = {
  forbidden: [
    {
      name: 'pure-core-no-framework',
      comment: 'events, state, decide, policy and project depend on their arguments only',
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
    ...ENGINES.map(layer),
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
      // Imports what a test generates.
      from: { pathNot: '^test/e2e/clients/hey-api/' },
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
