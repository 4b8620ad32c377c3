const BAR_CHARS = 30;

/** Draws a progress bar on one line. Does nothing without a terminal. */
export const drawBar = (name: string, percent: number, done: boolean): void => {
  if (!process.stderr.isTTY) return;
  const filled = Math.round((percent / 100) * BAR_CHARS);
  const text = `${'█'.repeat(filled)}${'░'.repeat(BAR_CHARS - filled)} ${percent} % ${name}`;
  process.stderr.write(`\r${text}${done ? '\n' : ''}`);
};
