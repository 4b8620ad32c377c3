import { createInterface } from 'node:readline/promises';
import { formatError } from '../format-error.js';

const PROMPT = 'sql> ';
const MORE = '...> ';
const LEAVE = /^\s*(\\q|quit|exit)\s*;?\s*$/i;

/** Runs queries from a terminal or a pipe. A failed query does not end the shell. */
export const runShell = async (answer: (query: string) => Promise<void>): Promise<void> => {
  const isForPeople = process.stdin.isTTY;
  const tried = async (query: string): Promise<void> => {
    try {
      if (query.trim() !== '') await answer(query);
    } catch (error) {
      for (const each of formatError(error)) console.error(each);
      if (!isForPeople) process.exitCode = 1;
    }
  };
  if (isForPeople) console.error('A query ends with a semicolon; \\q leaves.');
  const output = isForPeople ? { output: process.stdout } : {};
  const lines = createInterface({ input: process.stdin, ...output, prompt: PROMPT });
  if (isForPeople) lines.prompt();
  let query = '';
  for await (const line of lines) {
    if (query === '' && LEAVE.test(line)) break;
    query += `${line}\n`;
    if (query.trim() === '' || /;\s*$/.test(query)) {
      await tried(query);
      query = '';
    }
    lines.setPrompt(query === '' ? PROMPT : MORE);
    if (isForPeople) lines.prompt();
  }
  lines.close();
  await tried(query);
};
