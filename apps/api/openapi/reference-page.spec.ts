import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { ProblemCode } from './problem-codes.js';
import { problemPage } from './problem-pages.js';
import { type ReferenceDocument, referencePage } from './reference-page.js';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
const document = read('docs/reference/openapi.json') as ReferenceDocument;
const codes = read('docs/reference/problem-codes.json') as readonly ProblemCode[];
const page = referencePage(document, [['/docs/sandbox', 'Sandbox outcomes']]);
const found = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, word = '']) => word);

describe('the API reference', () => {
  it('has every operation and every object of the document', () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    const anchors = found(/ id="([^"]+)"/g);
    expect(anchors).toEqual(expect.arrayContaining(operations));
    const objects = Object.keys(document.components.schemas).map((name) => `object-${name}`);
    expect(anchors).toEqual(expect.arrayContaining(objects));
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('links to no part of the page and to no code that is missing', () => {
    const anchors = found(/ id="([^"]+)"/g);
    expect(found(/href="#([^"]+)"/g).filter((name) => !anchors.includes(name))).toEqual([]);
    const known = codes.map(({ code }) => code);
    expect(found(/href="\/problems\/([^"]+)"/g).filter((code) => !known.includes(code))).toEqual(
      [],
    );
  });

  it('shows a call for curl with the credential and the example of the body', () => {
    const call = /curl -sS -X POST &quot;\$API\/v1\/funding&quot;[^<]*/.exec(page)?.[0];
    expect(call).toContain('authorization: bearer $TOKEN');
    expect(call).toContain('&quot;direction&quot;: &quot;DEPOSIT&quot;');
  });

  it('is smaller than 500 kB', () => expect(Buffer.byteLength(page)).toBeLessThan(500_000));

  it('shows HTML of a text as text', () => {
    const info = { ...document.info, description: 'An <img src=x> and <b>bold</b>' };
    const html = referencePage({ ...document, info }, []);
    expect(html).toContain('&lt;img src=x&gt; and &lt;b&gt;bold&lt;/b&gt;');
  });
});

describe('the page of a problem code', () => {
  it('says its status, its meaning, what to do, and where it occurs', () => {
    const code = codes.find((each) => each.code === 'limit_exceeded')!;
    const html = problemPage(code, []);
    expect(html).toContain('HTTP status 422');
    expect(html).toContain('More than your limit');
    expect(html).toContain('Send a smaller amount');
    expect(html).toContain('href="/docs#requestDeposit"');
  });
});
