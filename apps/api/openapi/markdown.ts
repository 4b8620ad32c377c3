import { Marked } from 'marked';
import { escapeHtml } from './html-page.js';

/** Headings get an id, so that other pages can link to them. HTML inside a text is shown as text. */
const marked = new Marked({
  async: false,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    heading({ tokens, depth, text }) {
      const id = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** HTML of a text of this project: documents, and descriptions in the OpenAPI document. */
export const htmlFromMarkdown = (text: string): string => marked.parse(text) as string;
