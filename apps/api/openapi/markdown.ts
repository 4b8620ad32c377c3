import { Marked } from 'marked';
import { escapeHtml } from './html-page.js';

/** Adds ids to headings for links from other pages. Escapes HTML inside a text. */
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

/** Converts a trusted text of this project to HTML. */
export const htmlFromMarkdown = (text: string): string => marked.parse(text) as string;
