const HOME = '/console';
const ALLOWED = /^\/(console|queues)(\/|$)/;

/** Returns the path to open after the sign-in. It is always a path of this origin. */
export const returnPath = (wanted: string | null, origin: string): string => {
  const url = wanted !== null && URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (url === null || url.origin !== origin || !ALLOWED.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}`;
};
