import { deterministicId } from '#kernel/ids.js';
import { billionths, cents } from '#kernel/money.js';
import type { AccountApplication, OrderTicket } from './broker.js';

export const firmAccountId = '3dcb795c-3ccc-402a-abb9-07e26a1b1326';
export const accountId = '2a87c088-ffb6-472b-a4a3-cd9305c8605c';
export const journalKey = 'b0b6dd9d-8b9b-4a2f-9c3c-0d1c6e1a7b11';
export const orderId = 'eb9e2aaa-f71a-4f51-b5b4-52a6c565dad4';

export const application: AccountApplication = {
  emailAddress: 'zoe.nunez+uk@example.com',
  phone: '+14155550123',
  streetAddress: '20 Straße des Ångström',
  unit: '',
  city: 'San José',
  state: 'CA',
  postalCode: '94401',
  country: 'USA',
  givenName: 'Zoë',
  familyName: 'Núñez-Łukasz',
  dateOfBirth: '1990-05-15',
  taxId: '667-55-4321',
  countryOfCitizenship: 'USA',
  countryOfBirth: 'ESP',
  countryOfTaxResidence: 'USA',
  fundingSource: 'EMPLOYMENT_INCOME',
  annualIncomeRange: '50K_100K',
  liquidAssetsRange: 'GT_1M',
  employmentStatus: 'EMPLOYED',
  employerName: 'Acme',
  employerAddress: '1 Main St',
  employmentPosition: 'Engineer',
  maritalStatus: 'S',
  permanentResident: true,
  visaType: null,
  visaExpirationDate: null,
  dateOfDepartureFromUsa: null,
  isControlPerson: false,
  isAffiliatedExchangeOrFinra: false,
  isPoliticallyExposed: false,
  immediateFamilyExposed: false,
  trustedContact: {
    givenName: 'Ana',
    familyName: 'Núñez',
    emailAddress: 'ana@example.com',
    phone: '',
  },
  agreementSignedAt: '2026-03-01T10:00:00.123Z',
  agreementIp: '::ffff:185.13.21.99',
};

export const buyByQuantity: OrderTicket = {
  orderId,
  accountId,
  symbol: 'AAPL',
  side: 'buy',
  quantity: billionths(1_500_000_000),
  amount: null,
};

export const buyByAmount: OrderTicket = { ...buyByQuantity, quantity: null, amount: cents(1050) };

/** The broker's response to a creation. A read adds `kyc_results`. */
export const wireAccount = {
  id: accountId,
  account_number: '903400501',
  account_type: 'trading',
  status: 'SUBMITTED',
  crypto_status: 'INACTIVE',
  currency: 'USD',
  created_at: '2026-03-01T10:00:01.185998123Z',
  last_equity: '0',
  enabled_assets: ['us_equity'],
  contact: {
    email_address: 'Zoe.Nunez+uk@example.com',
    street_address: ['20 Strasse des Angstrom'],
    city: 'San Jose',
  },
  identity: {
    given_name: 'Zoe',
    family_name: 'Nunez-Lukasz',
    date_of_birth: '1990-05-15',
    tax_id_type: 'USA_SSN',
    country_of_tax_residence: 'USA',
    funding_source: ['employment_income'],
  },
  agreements: [
    {
      agreement: 'customer_agreement',
      signed_at: '2026-03-01T05:00:00.123-05:00',
      ip_address: '185.13.21.99',
    },
  ],
};

/** Returns an id in the broker's form for a name in a specification. */
export const idOf = (name: string): string => deterministicId('broker', name);

export const wireJournal = {
  id: '6d2cba43-cb57-4534-9603-a6e159167c0a',
  entry_type: 'JNLC',
  from_account: firmAccountId,
  to_account: accountId,
  symbol: '',
  qty: null,
  price: '0',
  status: 'queued',
  settle_date: null,
  system_date: null,
  net_amount: '115.5',
  description: journalKey,
  currency: 'USD',
};

/** The fields that are read of the firm's trading account. */
export const wireFirmAccount = {
  id: firmAccountId,
  account_number: 'FIRM',
  status: 'ACTIVE',
  currency: 'USD',
  cash: '25000',
  cash_transferable: '24861.91',
};

/** A complete trading account of a user. Only this response contains the account's blocks. */
export const wireTradeAccount = {
  id: accountId,
  account_number: '903400501',
  status: 'ACTIVE',
  crypto_status: 'INACTIVE',
  currency: 'USD',
  buying_power: '100',
  effective_buying_power: '100',
  regt_buying_power: '100',
  non_marginable_buying_power: '100',
  cash: '100',
  cash_withdrawable: '100',
  cash_transferable: '100',
  accrued_fees: '0',
  portfolio_value: '100',
  equity: '100',
  last_equity: '100',
  long_market_value: '0',
  short_market_value: '0',
  position_market_value: '0',
  initial_margin: '0',
  maintenance_margin: '0',
  last_maintenance_margin: '0',
  sma: '0',
  multiplier: '1',
  shorting_enabled: false,
  trading_blocked: false,
  transfers_blocked: false,
  account_blocked: false,
  trade_suspended_by_user: false,
  admin_configurations: {},
  balance_asof: '2026-03-01',
  created_at: '2026-03-01T10:00:01.185998Z',
};

export const wireOrder = {
  id: '61e69015-8549-4bfd-b9c3-01e75843f47d',
  client_order_id: orderId,
  created_at: '2026-03-02T14:38:01.942282Z',
  submitted_at: '2026-03-02T14:38:01.937734Z',
  filled_at: null,
  canceled_at: null,
  asset_class: 'us_equity',
  symbol: 'AAPL',
  notional: null,
  qty: '1.5',
  filled_qty: '0',
  filled_avg_price: null,
  order_class: '',
  order_type: 'market',
  type: 'market',
  side: 'buy',
  time_in_force: 'day',
  limit_price: null,
  stop_price: null,
  status: 'accepted',
  extended_hours: false,
  legs: null,
};

export const wirePosition = {
  asset_id: '93f58d0b-6c53-432d-b8ce-2bad264dbd94',
  symbol: 'AAPL',
  exchange: 'NASDAQ',
  asset_class: 'us_equity',
  asset_marginable: false,
  side: 'long',
  qty: '4',
  qty_available: '4',
  avg_entry_price: '172.0812345678',
  cost_basis: '688.32',
  market_value: '700',
  current_price: '175',
  lastday_price: '168.88',
  change_today: '0.0362',
  unrealized_pl: '11.68',
  unrealized_plpc: '0.0169',
  unrealized_intraday_pl: '24.48',
  unrealized_intraday_plpc: '0.0362',
};

export const wireHistory = {
  timestamp: [1_772_375_400, 1_772_461_800, 1_772_548_200],
  equity: [null, 100.1, 99.05],
  profit_loss: [null, 0, -1.05],
  profit_loss_pct: [null, 0, -0.0105],
  base_value: 100.1,
  base_value_asof: '2026-03-01',
  timeframe: '1D',
};

export const wireAsset = {
  id: 'b0b6dd9d-8b9b-48a9-ba46-b9d54906e415',
  class: 'us_equity',
  exchange: 'NASDAQ',
  symbol: 'AAPL',
  name: 'Apple Inc. Common Stock',
  status: 'active',
  tradable: true,
  marginable: true,
  shortable: true,
  fractionable: true,
  margin_requirement_long: '30',
  margin_requirement_short: '30',
  attributes: [],
};

export const wireClock = {
  timestamp: '2026-11-25T14:15:22-05:00',
  is_open: true,
  next_open: '2026-11-27T09:30:00-05:00',
  next_close: '2026-11-25T16:00:00-05:00',
};

export const wireCalendar = [
  {
    ...{ date: '2026-10-30', open: '09:30', close: '16:00', settlement_date: '2026-11-02' },
    ...{ session_open: '0400', session_close: '2000' },
  },
  {
    ...{ date: '2026-11-27', open: '09:30', close: '13:00', settlement_date: '2026-11-30' },
    ...{ session_open: '0400', session_close: '1700' },
  },
];
