import { codeHtml, htmlPage, tableOf } from './html-page.js';
import { htmlFromMarkdown, inlineHtml } from './markdown.js';
import type { ProblemCode } from './problem-codes.js';

type Links = Parameters<typeof htmlPage>[0]['links'];

export const problemListPage = (codes: readonly ProblemCode[], links: Links): string =>
  htmlPage({
    title: 'Problem codes',
    links,
    main: `<h1>Problem codes</h1>
<p>Every refusal is a problem document (RFC 9457). Programs rely on its <code>code</code> and on nothing else;
<code>type</code> leads to the page of the code. The codes of 400 and 422 also occur in <code>errors</code>, one for each
error.</p>
${tableOf(
  ['Code', 'Status', 'Meaning'],
  codes.map(({ code, statuses, meanings }) => [
    linkTo(code),
    statuses.join(', '),
    meanings.map(inlineHtml).join('<br>'),
  ]),
)}`,
  });

const linkTo = (code: string): string =>
  `<a href="/problems/${encodeURIComponent(code)}">${codeHtml(code)}</a>`;

export const problemPage = (
  { code, statuses, meanings, nextStep, operations }: ProblemCode,
  links: Links,
): string =>
  htmlPage({
    title: code,
    links,
    main: `<h1>${codeHtml(code)}</h1>
<p>HTTP status ${statuses.join(' or ')}.</p>
<h2>Meaning</h2>
${meanings.map((each) => htmlFromMarkdown(each)).join('')}
<h2>What to do</h2>
${htmlFromMarkdown(nextStep)}
<p>If this does not help, send the <code>requestId</code> of the problem document to the operator: the log of the service has it.</p>
${operations.length === 0 ? '' : `<h2>Where</h2>\n<ul>${operations.map(whereHtml).join('')}</ul>`}`,
  });

const whereHtml = (operation: string): string =>
  `<li><a href="/docs#/${encodeURI(operation)}">${codeHtml(operation)}</a></li>`;
