import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

type Project = { readonly sourceRoot: string; readonly entryFile: string };

const { projects } = JSON.parse(readFileSync('nest-cli.json', 'utf8')) as {
  readonly projects: Readonly<Record<string, Project>>;
};

describe('nest-cli.json', () => {
  it('names each program of apps/', () => {
    const programs = readdirSync('apps').filter((name) => existsSync(`apps/${name}/main.ts`));
    expect(Object.keys(projects).sort()).toEqual(programs.sort());
  });

  it.each(Object.entries(projects))('has the main file of %s', (name, project) =>
    expect(project).toMatchObject({
      sourceRoot: `apps/${name}`,
      entryFile: `apps/${name}/main.ts`,
    }),
  );
});
