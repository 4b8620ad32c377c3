const PLACES = new Map<string, (id: string) => string>(
  Object.entries({
    user: (id) => `/users/${id}`,
    onboarding: (id) => `/users/${id}`,
    profile: (id) => `/users/${id}?tab=profile`,
    twoFactor: (id) => `/users/${id}`,
    verification: (id) => `/verifications/${id}`,
    deposit: (id) => `/deposits/${id}`,
    order: (id) => `/orders/${id}`,
    partner: (id) => `/partners/${id}`,
    // A period's jobs carry `<partner>.<number>`.
    settlement: (id) => `/settlements/${before(id)}`,
    // A reservation is `<deposit>.<day>.<user>`: the deposit may not exist yet, the user does.
    dailyFunding: (id) => `/users/${id.split('.')[2] ?? ''}?tab=deposits`,
    transfer: () => '/settlements',
    reconciliation: () => '/reconciliation',
  }),
);

const before = (id: string): string => id.split('.')[0] ?? '';

/** The path of the page about what a job works on; null for what has none. */
export const placeOf = (category: string, id: string): string | null =>
  PLACES.get(category)?.(encodeURIComponent(id)) ?? null;
