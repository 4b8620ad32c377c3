import { htmlPage } from './html-page.js';
import { htmlFromMarkdown } from './markdown.js';
import type { ProblemCode } from './problem-codes.js';

type Links = Parameters<typeof htmlPage>[0]['links'];

export const problemListPage = (codes: readonly ProblemCode[], links: Links): string => {
  const rows = codes.map(({ code, statuses, meanings }) => {
    const meaning = meanings.join(' ').replaceAll('|', String.raw`\|`);
    return `| [\`${code}\`](/problems/${code}) | ${statuses.join(', ')} | ${meaning} |`;
  });
  const main = htmlFromMarkdown(`# Problem codes

Every error response is a problem document (RFC 9457). Programs must rely on its \`code\` only.
\`type\` is the page of the code. The codes of 400 and 422 also occur in \`errors\`, one for
each error.

| Code | Status | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`);
  return htmlPage({ title: 'Problem codes', links, main });
};

export const problemPage = (
  { code, statuses, meanings, nextStep, operations }: ProblemCode,
  links: Links,
): string => {
  const places = operations.map((each) => `- [\`${each}\`](</docs#/${encodeURI(each)}>)`);
  const main = htmlFromMarkdown(`# \`${code}\`

HTTP status ${statuses.join(' or ')}.

## Meaning

${meanings.join('\n\n')}

## What to do

${nextStep}

If this does not help, send the \`requestId\` of the problem document to the operator, who finds it in
the log of the service.

${places.length === 0 ? '' : ['## Where', '', ...places].join('\n')}
`);
  return htmlPage({ title: code, links, main });
};
