import type { Page } from 'playwright-core';
import type { Visitor } from '../../support/browser.js';
import type { Look } from './looks.js';

export type Timed = { readonly name: string; readonly timesMs: readonly number[] };

/** From an act until what it is for can be seen. */
export const timeOf = async (act: () => Promise<unknown>, shown: () => Promise<unknown>) => {
  const beganMs = performance.now();
  await act();
  await shown();
  return performance.now() - beganMs;
};

/** @throws Error when the page shows an error, or not what it should. */
export const timed = async (
  visitor: Visitor,
  api: string,
  look: Look,
  rounds: number,
): Promise<Timed> => {
  const { page } = visitor;
  const timesMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (look.from !== undefined) await visitor.open(`/${look.from}`);
    const act = () => look.act(page, (path) => `${api}/console/${path}`);
    const shown = () => look.shown(page).waitFor();
    timesMs.push(await timeOf(act, shown).catch((reason: unknown) => notShown(page, look, reason)));
    await requireWell(page, look.name);
  }
  return { name: look.name, timesMs };
};

const notShown = async (page: Page, { name }: Look, reason: unknown): Promise<never> => {
  await requireWell(page, name);
  throw new Error(`${name}: ${String(reason)}`);
};

const requireWell = async (page: Page, name: string): Promise<void> => {
  const problems = await page.getByRole('alert').allInnerTexts();
  if (problems.length > 0) throw new Error(`${name}: ${problems.join(' ')}`);
};
