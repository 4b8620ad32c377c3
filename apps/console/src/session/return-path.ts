const HOME = '/console';
const ALLOWED = /^\/(console|queues)(\/|$)/;

/** Where to go after signing in: a page of this service, whatever the address says. */
export const returnPath = (wanted: string | null, origin: string): string => {
  const url = wanted !== null && URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (url === null || url.origin !== origin || !ALLOWED.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}`;
};
