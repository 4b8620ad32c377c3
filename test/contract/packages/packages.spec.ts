import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

type Locked = {
  readonly name?: string;
  readonly integrity?: string;
  readonly link?: true;
  readonly optional?: true;
};
type Lock = { readonly packages: Readonly<Record<string, Locked>> };
type Versions = Readonly<Record<string, string>>;
type Manifest = { readonly dependencies: Versions };
type Component = {
  readonly purl: string;
  readonly properties: readonly { readonly name: string }[];
};
type Bom = { readonly bomFormat: string; readonly components: readonly Component[] };

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

describe('installing the packages', () => {
  it.each(['.npmrc', 'scripts/lib/install.mjs'])('runs no script of theirs: %s', (file) =>
    expect(readFileSync(file, 'utf8')).toMatch(/ignore-scripts(=true|')/),
  );
  it('brings nothing that reports installations', () =>
    expect(lock.packages['node_modules/@scarf/scarf']?.name).toBe('dry-uninstall'));
  it('takes each as it was when it was locked', () => {
    // What is for other machines could not be had where the file was made.
    const needed = Object.entries(lock.packages).filter(
      ([path, { link, optional }]) => /node_modules\//.test(path) && !link && !optional,
    );
    expect(needed.length).toBeGreaterThan(500);
    expect(needed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' });
  const { bomFormat, components } = JSON.parse(text) as Bom;
  const isForDevelopment = new Map(
    components.map(({ purl, properties }) => [
      decodeURIComponent(purl),
      properties.some(({ name }) => name === 'cdx:npm:package:development'),
    ]),
  );

  it('is CycloneDX', () => expect(bomFormat).toBe('CycloneDX'));
  it.each(Object.entries(dependencies))(
    'names %s %s, which the service runs with',
    (name, version) => expect(isForDevelopment.get(`pkg:npm/${name}@${version}`)).toBe(false),
  );
  it.each(['jest', 'oxlint', 'knip', 'playwright-core'])(
    'tells that %s does not run in it',
    (name) =>
      expect([...isForDevelopment].find(([purl]) => purl.startsWith(`pkg:npm/${name}@`))?.[1]).toBe(
        true,
      ),
  );
});
