/**
 * Parts of a field's path in an application or an order, for example `contact.street_address.0`.
 */
const NAMES = [
  ...['contact', 'identity', 'disclosures', 'agreements', 'documents', 'trusted_contact'],
  ...['email_address', 'phone_number', 'street_address', 'unit', 'city', 'state', 'postal_code'],
  ...['country', 'given_name', 'middle_name', 'family_name', 'date_of_birth', 'tax_id'],
  ...['tax_id_type', 'country_of_citizenship', 'country_of_birth', 'country_of_tax_residence'],
  ...['funding_source', 'annual_income_min', 'annual_income_max', 'liquid_net_worth_min'],
  ...['liquid_net_worth_max', 'employment_status', 'employer_name', 'employer_address'],
  ...['employment_position', 'agreement', 'signed_at', 'ip_address', 'enabled_assets'],
  ...['symbol', 'side', 'type', 'time_in_force', 'qty', 'notional', 'amount', 'client_order_id'],
];
const NAME = `(${NAMES.join('|')})`;
const FIELD = String.raw`${NAME}(\.${NAME}|\.\d{1,2}){0,4}`;
const SYMBOL = String.raw`"?[A-Z][A-Z0-9./]{0,11}"?`;
const NUMBER = String.raw`-?\d{1,15}(\.\d{1,9})?`;
const KIND =
  '(date|number|e-?mail( address)?|phone number|SSN|tax id|IP(v[46])? address|RFC 3339 timestamp|ISO [0-9-]{3,8}|UUID|value)';
const BOUND = `(at (least|most)|no (more|less) than|(greater|less) than( or equal to)?)`;
const COUNT = `(${NUMBER}|one|two|three|four|five|six|nine|ten)`;

/** Sentences from the broker's documentation and recorded responses. */
const ABOUT_THE_REQUEST = new RegExp(
  `^(${[
    'insufficient buying power',
    String.raw`insufficient qty available for order \(requested: ${NUMBER}, available: ${NUMBER}\)`,
    `asset ${SYMBOL} is not (tradable|fractionable|active)`,
    `asset not found for ${SYMBOL}`,
    'fractional orders cannot be sold short',
    String.raw`potential wash trade detected(\. use complex orders)?`,
    'opposite side market/stop order exists',
    `(cost basis|notional|qty|amount) must be ${BOUND} ${COUNT}`,
    `${FIELD} is (required|missing|empty|invalid|not valid|not supported|too (long|short)|not an? (valid )?${KIND})`,
    String.raw`${FIELD} (cannot|must not|may not) be (an? )?(P\.O\. Box|empty|blank|null|in the (future|past))`,
    `${FIELD} must (be|have) (${BOUND} )?${COUNT}( (digits|characters|letters|years))?( old)?`,
    `${FIELD} must be an? (valid )?${KIND}`,
  ].join('|')})[.]?$`,
);

/**
 * Whether a rejection concerns only the request, so that a partner may read it. Other rejections
 * are for operators only, because they may mention a suspicion or third-party accounts.
 */
export const isAboutTheRequest = (refusal: string): boolean => ABOUT_THE_REQUEST.test(refusal);
