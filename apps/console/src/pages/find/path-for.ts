const PLACES = new Map<string, (id: string) => string>(
  Object.entries({
    user: (id) => `/users/${id}`,
    onboarding: (id) => `/users/${id}`,
    profile: (id) => `/users/${id}?tab=profile`,
    accountConfiguration: (id) => `/users/${id}?tab=profile`,
    twoFactor: (id) => `/users/${id}`,
    verification: (id) => `/verifications/${id}`,
    deposit: (id) => `/deposits/${id}`,
    withdrawal: (id) => `/deposits/${id}`,
    order: (id) => `/orders/${id}`,
    partner: (id) => `/partners/${id}`,
    // The id of a period's job is `<partner>.<number>`.
    settlement: (id) => `/settlements/${before(id)}`,
    // The id of a reservation is `<deposit>.<day>.<user>`. Only the user exists for certain.
    dailyFunding: (id) => `/users/${id.split('.')[2] ?? ''}?tab=deposits`,
    // The id of a reservation is `<withdrawal>.<user>`.
    withdrawalReservations: (id) => `/users/${id.split('.')[1] ?? ''}?tab=deposits`,
    // The id of a transfer lacks the partner. The find page resolves it.
    transfer: (id) => `/find/transfer/${id}`,
    // The id of an endpoint’s job is `<partner>.<endpoint>`.
    webhooks: (id) => `/partners/${id.replace('.', '/webhooks/')}`,
    reconciliation: () => '/reconciliation',
  }),
);

const before = (id: string): string => id.split('.')[0] ?? '';

/** Returns the path of the page about a job's object, or null. */
export const pathFor = (category: string, id: string): string | null =>
  PLACES.get(category)?.(encodeURIComponent(id)) ?? null;
