import { describe, expect, it } from '@jest/globals';
import { application, buyByAmount, buyByQuantity } from './alpaca.examples.js';
import { accountRequest, orderRequest } from './alpaca-mapping.js';

describe('the account request', () => {
  it("contains the application in the broker's terms", () => {
    expect(accountRequest(application)).toEqual({
      contact: {
        email_address: 'zoe.nunez+uk@example.com',
        phone_number: '+14155550123',
        street_address: ['20 Strasse des Angstrom'],
        local_street_address: '20 Straße des Ångström',
        city: 'San Jose',
        local_city: 'San José',
        state: 'CA',
        postal_code: '94401',
        country: 'USA',
      },
      identity: {
        given_name: 'Zoe',
        family_name: 'Nunez-Lukasz',
        local_given_name: 'Zoë',
        local_family_name: 'Núñez-Łukasz',
        date_of_birth: '1990-05-15',
        tax_id: '667-55-4321',
        tax_id_type: 'USA_SSN',
        country_of_citizenship: 'USA',
        country_of_birth: 'ESP',
        country_of_tax_residence: 'USA',
        funding_source: ['employment_income'],
        annual_income_min: 50_000,
        annual_income_max: 100_000,
        liquid_net_worth_min: 1_000_000,
        marital_status: 'SINGLE',
        permanent_resident: true,
      },
      disclosures: {
        is_control_person: false,
        is_affiliated_exchange_or_finra: false,
        is_politically_exposed: false,
        immediate_family_exposed: false,
        employment_status: 'employed',
        employer_name: 'Acme',
        employer_address: '1 Main St',
        employment_position: 'Engineer',
      },
      agreements: ['customer_agreement', 'account_agreement'].map((agreement) => ({
        agreement,
        signed_at: '2026-03-01T10:00:00.123Z',
        ip_address: '185.13.21.99',
      })),
      trusted_contact: {
        given_name: 'Ana',
        family_name: 'Nunez',
        email_address: 'ana@example.com',
      },
      trading_configurations: {
        max_margin_multiplier: '1',
        no_shorting: true,
        trade_confirm_email: 'none',
      },
    });
  });

  it('derives the kind of tax id from residence and number', () => {
    const typeOf = (countryOfTaxResidence: string, taxId: string) =>
      accountRequest({ ...application, countryOfTaxResidence, taxId });
    expect(typeOf('USA', '912-70-1234')).toMatchObject({ identity: { tax_id_type: 'USA_ITIN' } });
    expect(typeOf('ESP', 'X1234567L')).toMatchObject({
      identity: { tax_id_type: 'NOT_SPECIFIED' },
    });
  });

  it('keeps the dates of a visa as days', () => {
    const visa = {
      visaType: 'B1',
      visaExpirationDate: '2027-01-31T00:00:00',
      dateOfDepartureFromUsa: '2026-12-01',
    };
    expect(accountRequest({ ...application, ...visa })).toMatchObject({
      identity: {
        visa_type: 'B1',
        visa_expiration_date: '2027-01-31',
        date_of_departure_from_usa: '2026-12-01',
      },
    });
  });

  it('omits a trusted contact without e-mail and phone', () => {
    const trustedContact = { givenName: 'Ana', familyName: 'N', emailAddress: '', phone: '' };
    expect(accountRequest({ ...application, trustedContact })).not.toHaveProperty(
      'trusted_contact',
    );
    expect(accountRequest({ ...application, trustedContact: null })).not.toHaveProperty(
      'trusted_contact',
    );
  });
});

describe('the order request', () => {
  it('is a market order for the day, by quantity or by amount', () => {
    const common = {
      symbol: 'AAPL',
      side: 'buy',
      type: 'market',
      time_in_force: 'day',
      client_order_id: buyByQuantity.orderId,
    };
    expect(orderRequest(buyByQuantity)).toEqual({ ...common, qty: '1.5' });
    expect(orderRequest(buyByAmount)).toEqual({ ...common, notional: '10.50' });
  });
});
