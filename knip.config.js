import { readFileSync } from 'node:fs';

const { projects } = JSON.parse(readFileSync('nest-cli.json', 'utf8'));
const programs = Object.values(projects).map(({ entryFile }) => entryFile);

/** The check for unused files, exports and packages. Files that are started by their path are entries. */
export default {
  workspaces: {
    '.': {
      entry: [
        ...programs,
        'clients/typescript/src/cli.ts',
        'test/**/{run,write,write-screens}.ts',
        'test/bench/{bare-worker,empty-route,user-list}.ts',
        'test/bench/profiler.mjs',
        'test/faults/command.ts',
        'test/contract/event-log/appending-child.ts',
        'test/integration/logging-child.ts',
        'test/integration/jobs/holding-worker.ts',
        'test/support/{own-settings,shifted-clock}/hook.mjs',
        'test/support/shared-service/host.ts',
      ],
      // Compiled against what the test generates.
      // Or what a test knows of a module without types.
      ignore: ['test/e2e/clients/hey-api/main.ts', 'test/support/jest/*.d.mts'],
      // Run by their path.
      // Or imported by a name that is computed.
      ignoreDependencies: [
        '@nestjs/cli',
        'dependency-cruiser',
        'jest',
        'kubernetes-models',
        'oxlint',
        'oxlint-tsgolint',
        'swagger-ui-dist',
        'typescript-native',
      ],
      ignoreBinaries: ['mkfifo', 'redis-server', 'strace'],
    },
    'apps/console': {},
    scripts: {
      entry: ['*.mjs', 'lib/{bundle,parent-watchdog}.mjs'],
      // What a test knows of a script.
      ignore: ['lib/*.d.mts'],
    },
  },
  // What a feature offers to others is looked at, too.
  includeEntryExports: true,
  ignoreIssues: {
    // Written whole by openapi-typescript.
    '**/schema.ts': ['types'],
    // Partners use them, not we.
    'clients/typescript/src/{index,listen}.ts': ['types'],
    // The orderings read them as text.
    'test/contract/timing/documented.ts': ['exports'],
  },
};
