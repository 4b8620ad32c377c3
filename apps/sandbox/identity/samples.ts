export const GIVEN_NAMES = [
  ...['Ada', 'Amara', 'Carlos', 'Chloe', 'Daniel', 'Elena', 'Felix', 'Grace', 'Hugo', 'Ines'],
  ...['James', 'Keiko', 'Liam', 'Maya', 'Noah', 'Olivia', 'Priya', 'Rosa', 'Samuel', 'Zara'],
] as const;

/** Family names without a word that determines an outcome. */
export const FAMILY_NAMES = [
  ...['Abbott', 'Baker', 'Castillo', 'Dawson', 'Ellis', 'Fischer', 'Garcia', 'Hughes', 'Ito'],
  ...['Jensen', 'Keller', 'Lindgren', 'Moreno', 'Novak', 'Okafor', 'Park', 'Quinn', 'Rossi'],
  ...['Silva', 'Turner'],
] as const;

export const STREETS = ['Maple Street', 'Oak Avenue', 'Cedar Lane', 'Hill Road', 'Lake Drive'];

export const JOBS = [
  { occupation: 'Software engineer', employer: 'Northwind Systems' },
  { occupation: 'Nurse', employer: 'Lakeside Hospital' },
  { occupation: 'Teacher', employer: 'Riverside School' },
  { occupation: 'Accountant', employer: 'Harbor Accounting' },
  { occupation: 'Architect', employer: 'Studio Meridian' },
] as const;

type Place = { readonly city: string; readonly state: string; readonly zip: string };

export const US_PLACES: readonly Place[] = [
  { city: 'San Francisco', state: 'CA', zip: '94105' },
  { city: 'Austin', state: 'TX', zip: '78701' },
  { city: 'Denver', state: 'CO', zip: '80202' },
  { city: 'Chicago', state: 'IL', zip: '60601' },
  { city: 'Boston', state: 'MA', zip: '02108' },
  { city: 'Seattle', state: 'WA', zip: '98101' },
];

/** Place in any other country. */
export const ELSEWHERE: Place = { city: 'Newtown', state: 'Central', zip: '10001' };
