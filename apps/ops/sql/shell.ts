import { createInterface } from 'node:readline/promises';
import { formatError } from '../format-error.js';

const PROMPT = 'sql> ';
const MORE = '...> ';
const EXIT = /^\s*(\\q|quit|exit)\s*;?\s*$/i;

/** Runs queries from a terminal or a pipe. A failed query does not end the shell. */
export const runShell = async (answer: (query: string) => Promise<void>): Promise<void> => {
  const isInteractive = process.stdin.isTTY;
  const run = async (query: string): Promise<void> => {
    try {
      if (query.trim() !== '') await answer(query);
    } catch (error) {
      for (const each of formatError(error)) console.error(each);
      if (!isInteractive) process.exitCode = 1;
    }
  };
  if (isInteractive) console.error('End each query with a semicolon. To leave, enter \\q.');
  const output = isInteractive ? { output: process.stdout } : {};
  const lines = createInterface({ input: process.stdin, ...output, prompt: PROMPT });
  if (isInteractive) lines.prompt();
  let query = '';
  for await (const line of lines) {
    if (query === '' && EXIT.test(line)) break;
    query += `${line}\n`;
    if (query.trim() === '' || /;\s*$/.test(query)) {
      await run(query);
      query = '';
    }
    lines.setPrompt(query === '' ? PROMPT : MORE);
    if (isInteractive) lines.prompt();
  }
  lines.close();
  await run(query);
};
