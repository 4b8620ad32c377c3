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

export type Place = {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};

export const US_PLACES: readonly Place[] = [
  { city: 'San Francisco', state: 'CA', zip: '94105' },
  { city: 'Austin', state: 'TX', zip: '78701' },
  { city: 'Denver', state: 'CO', zip: '80202' },
  { city: 'Chicago', state: 'IL', zip: '60601' },
  { city: 'Boston', state: 'MA', zip: '02108' },
  { city: 'Seattle', state: 'WA', zip: '98101' },
];

/** By alpha-2 code. */
export const PLACES_ABROAD: Readonly<Record<string, Place>> = {
  AR: { city: 'Buenos Aires', state: 'Buenos Aires', zip: 'C1002' },
  AU: { city: 'Sydney', state: 'NSW', zip: '2000' },
  BR: { city: 'Sao Paulo', state: 'SP', zip: '01001-000' },
  CA: { city: 'Toronto', state: 'ON', zip: 'M5H 2N2' },
  CL: { city: 'Santiago', state: 'RM', zip: '8320000' },
  CO: { city: 'Bogota', state: 'DC', zip: '110111' },
  DE: { city: 'Berlin', state: 'BE', zip: '10115' },
  ES: { city: 'Madrid', state: 'MD', zip: '28001' },
  FR: { city: 'Paris', state: 'IDF', zip: '75001' },
  GB: { city: 'London', state: 'ENG', zip: 'SW1A 1AA' },
  IN: { city: 'Mumbai', state: 'MH', zip: '400001' },
  IT: { city: 'Rome', state: 'RM', zip: '00184' },
  JP: { city: 'Tokyo', state: 'Tokyo', zip: '100-0001' },
  MX: { city: 'Mexico City', state: 'CDMX', zip: '06000' },
  NL: { city: 'Amsterdam', state: 'NH', zip: '1012 JS' },
  PE: { city: 'Lima', state: 'LMA', zip: '15001' },
  PT: { city: 'Lisbon', state: 'LI', zip: '1100-148' },
};

export const ELSEWHERE: Place = { city: 'Newtown', state: 'Central', zip: '10001' };
