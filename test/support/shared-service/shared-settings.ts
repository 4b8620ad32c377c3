/** A quick machine asks more of a service than one partner may. */
export const LENT_SETTINGS = {
  PARTNER_RATE_PER_S: '100000',
  ADDRESS_RATE_PER_S: '1000000',
};

/** Enough for all files that share a service. */
export const SHARED_SETTINGS = {
  TRADING_COUNTRIES: 'USA,DEU,JPN,ARG',
  KYC_TTL_S: '600',
  ...LENT_SETTINGS,
};
