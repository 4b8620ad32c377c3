const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character)!);

const policy = (...sources: readonly string[]): string =>
  ["default-src 'none'", ...sources]
    .concat("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'")
    .join('; ');

/** Pages load one style sheet of this service and no script. */
export const PAGE_POLICY = policy("style-src 'self'", 'img-src data:');

/** Allows inline styles, which Swagger UI needs. */
export const REFERENCE_POLICY = policy(
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
);

type HtmlPage = {
  readonly title: string;
  /** Links to other pages: address and text. */
  readonly links: readonly (readonly [address: string, text: string])[];
  readonly main: string;
  /** Elements at the end of the head. */
  readonly head?: string;
};

export const htmlPage = ({ title, links, main, head = '' }: HtmlPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)} – Partner brokerage</title>
    <link rel="stylesheet" href="/docs/style.css">
    <link rel="icon" href="data:,">${head}
  </head>
  <body>
    <header>
      <nav aria-label="Pages">${listOf(links)}</nav>
    </header>
    <main>
${main}
    </main>
  </body>
</html>
`;

const listOf = (links: HtmlPage['links']): string =>
  `<ul>${links
    .map(([address, text]) => `<li><a href="${escapeHtml(address)}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul>`;

export const STYLE = `:root { color-scheme: light; }
body { margin: 0 auto; max-width: 70rem; padding: 0 1rem 4rem; color: #1a1a1a; background: #fff;
  font: 1rem/1.5 system-ui, sans-serif; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
nav a, main > :not(.swagger-ui) a { color: #0b4f9e; text-decoration: underline; }
h1, h2 { line-height: 1.25; }
:is(code, pre):not(.swagger-ui *) { font: 0.875rem/1.45 ui-monospace, monospace;
  overflow-wrap: anywhere; }
pre:not(.swagger-ui *) { padding: 0.75rem; background: #f3f4f6; white-space: pre-wrap; }
main > table { width: 100%; border-collapse: collapse; }
main > table :is(th, td) { padding: 0.375rem 0.5rem; border: 1px solid #b9bec6; text-align: left;
  vertical-align: top; overflow-wrap: anywhere; }
main > table th { background: #f3f4f6; }
`;
