import type { PersonalFields } from '#kernel/event-store/personal.js';
import type { EventStream, Shape } from '../events/event-streams.js';

/** Words in a field's name by which it may tell of a person. */
const WORDS =
  /name$|email|phone|address|birth|gender|marital|country|citizen|state$|city|postal|unitApt|visa|income|assets|employ|occupation|trusted|resident|departure|fundingSource|exchange|controlPerson|exposed|taxId|ssn|agreementIp|^ip$|externalId|reason|decidedBy|findings|^note|comment|^text$/i;

/** What has such a name and tells of nobody. */
const NOT_PERSONAL: readonly (readonly [field: RegExp, why: string])[] = [
  [/^partner\.\w+\.name$/, 'the partner is a company'],
  [/^partnerRegistry\.\w+\.name$/, 'the partner is a company'],
  [
    /^(deposit|dailyFunding|withdrawalReservations|order)\.\w+\.externalId$/,
    'the partner’s id of the transaction',
  ],
  [/^(deposit|dailyFunding)\.\w+\.(matched\.)?reason$/, 'why money did or did not move'],
  [/^(deposit|order)\.\w+\.reason$/, 'why the transaction ended so'],
  [/^(settlement|transfer)\.\w+\.reason$/, 'about a partner’s transfer'],
  [/^webhooks\.\w+\.(reason|note)$/, 'about a partner’s webhook endpoint'],
  [/^reconciliation\.\w+\.reason$/, 'about a difference of books'],
  [/^profile\.BrokerAccountRefused\.(reason|emailTaken)$/, 'words and a flag of our own'],
  [/^accountConfiguration\.\w+\.reason$/, 'why the broker did not configure an account'],
  [/^partner\.PartnerConfigured\.showTaxId$/, 'a setting'],
  [/^user\.PersonErased\.reason$/, 'the ground of an erasure, which names nobody'],
  [/^user\.UserAddress\w+\.address$/, 'whether it was verified'],
];

export const personalOf = ({ stream }: EventStream): PersonalFields | null =>
  stream.parse.personal ?? null;

const whyNotPersonal = (path: string): string | null =>
  NOT_PERSONAL.find(([field]) => field.test(path))?.[1] ?? null;

/** Fields whose names sound personal, that are neither marked nor known to tell of nobody. */
export const unmarkedFields = (of: EventStream): readonly string[] =>
  of.types.flatMap(({ type, shape }) => {
    const marked = new Set(personalOf(of)?.fields.get(type));
    return Object.entries(shape.properties ?? {})
      .filter(([name]) => !marked.has(name))
      .flatMap(([name, field]) => pathsOf(name, field))
      .filter((path) => WORDS.test(path.split('.').at(-1) ?? ''))
      .map((path) => `${of.category}.${type}.${path}`)
      .filter((path) => whyNotPersonal(path) === null);
  });

const pathsOf = (name: string, shape: Shape): readonly string[] => [
  name,
  ...[shape, shape.items ?? {}, ...(shape.anyOf ?? [])].flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([inner, field]) =>
      pathsOf(inner, field).map((path) => `${name}.${path}`),
    ),
  ),
];
