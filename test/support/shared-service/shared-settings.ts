/** A fast machine sends more requests than the limit of one partner. */
export const LENT_SETTINGS = {
  PARTNER_RATE_PER_S: '100000',
  ADDRESS_RATE_PER_S: '1000000',
};

/** Limit that suffices for all files of a shared service. */
export const SHARED_SETTINGS = {
  TRADING_COUNTRIES: 'USA,DEU,JPN,ARG',
  KYC_TTL_S: '600',
  ...LENT_SETTINGS,
};
