import { describe, expect, it } from '@jest/globals';
import { isAboutTheRequest } from './rejection-patterns.js';

describe('a rejection of the broker', () => {
  it.each([
    'insufficient buying power',
    'insufficient qty available for order (requested: 5264, available: 0)',
    'asset "BRK.A" is not fractionable',
    'asset "RGC" is not tradable',
    'asset not found for ZZZZQX',
    'potential wash trade detected. use complex orders',
    'fractional orders cannot be sold short',
    'cost basis must be at least 1',
    'qty must be greater than 0',
    'street_address cannot be a P.O. Box',
    'contact.street_address.0 cannot be a P.O. Box',
    'identity.date_of_birth is required',
    'contact.postal_code must have at least five digits',
    'identity.tax_id is not a valid SSN',
    'agreements.0.ip_address must be an IPv4 address',
    'disclosures.employment_status is required',
  ])('may be shown to partners if it concerns their request: %s', (refusal) =>
    expect(isAboutTheRequest(refusal)).toBe(true),
  );
  it.each([
    'applicant matches OFAC entry of John Doe born 1960',
    'the applicant is suspected of money laundering',
    'WATCHLIST_HIT',
    'potential wash trade detected with Ivan Petrov, OFAC entry 77',
    'suspected_money_laundering.ivan_petrov is invalid',
    'jane.petrov is not valid',
    'rejected by compliance: PEP hit',
    'SSN mismatch: name on file is John Doe, 12 Elm Street',
    'document matches that of jane@partner-b.example',
    'tax_id 123-45-6789 is already used by account 4711 of John Doe',
    'identity.tax_id is invalid: it belongs to John Doe',
    'identity.tax_id is not a valid SSN of John Doe',
    'insufficient buying power, account 4711 is watched',
    'asset "RGC" is not tradable for suspects',
    `identity.given_name is required ${'<b>x</b>'.repeat(3_000)}`,
    'insufficient buying power\nsanctions screening: match with Ivan Petrov',
    '',
  ])('is for operators only otherwise: %.60s', (refusal) =>
    expect(isAboutTheRequest(refusal)).toBe(false),
  );
});
