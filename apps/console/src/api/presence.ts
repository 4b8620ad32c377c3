const AWAY_AFTER_MS = 60_000;
let lastSeenMs = Date.now();

const seen = () => {
  lastSeenMs = Date.now();
};
for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(sign, seen, { passive: true });

/** Whether somebody moved or typed in the last minute. */
export const isSomebodyThere = (): boolean => Date.now() - lastSeenMs < AWAY_AFTER_MS;
