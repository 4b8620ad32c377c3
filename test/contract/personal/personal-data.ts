import type { EventStream } from '../events/event-streams.js';
import { personalOf } from './personal-fields.js';
import { formatted } from '../markdown.js';

export const PERSONAL_DATA = 'docs/reference/personal-data.md';

/** Columns of read models that a category's personal fields are copied to, by field. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user: {
    externalId: 'user_rows.external_id',
    email: 'user_rows.email',
    firstName: 'user_rows.first_name',
    lastName: 'user_rows.last_name',
    country: 'user_rows.country',
    phone: 'user_rows.phone',
    dateOfBirth: 'user_rows.date_of_birth',
  },
  partnerUser: { email: 'partner_users.email' },
  verification: {
    country: 'verifications.country',
    decidedBy: 'verifications.decided_by',
    reason: 'verifications.reason',
  },
};

/** Who else has it, because it came from there or was sent there. */
const PROVIDERS: Readonly<Record<string, string>> = {
  user: 'identity provider',
  profile: 'identity provider, broker',
  verification: 'identity provider',
  deposit: 'broker',
  order: 'broker',
};

const PERSONS: Readonly<Record<string, string>> = {
  userId: 'user',
  partnerUserId: 'partner’s user',
  staffId: 'staff',
};

/** The page says more. */
const KEPT: Readonly<Record<string, string>> = {
  userId: '`RETENTION_YEARS` after the account was closed',
  partnerUserId: 'as long as the log',
  staffId: 'as long as the log',
};

/** The page with its table made anew from the schemas; people write the words around it. */
export const personalDataPage = async (
  streams: readonly EventStream[],
  page: string,
): Promise<string> => {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const text = [`${before}${BEGIN}`, table(streams), `${END}${after}`].join('\n\n');
  return formatted(PERSONAL_DATA, text, 'preserve');
};

const BEGIN = '<!-- begin of the table -->';
const END = '<!-- end of the table -->';

const table = (streams: readonly EventStream[]): string =>
  [
    '| event | personal fields | of whom | columns of read models | logs, jobs, Redis | who else has it | for how long |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...streams.flatMap(rowsOf),
  ].join('\n');

const rowsOf = (of: EventStream): readonly string[] => {
  const personal = personalOf(of);
  if (personal === null) return [];
  return [...personal.fields].map(([type, fields]) => {
    const columns = fields.flatMap((field) => COLUMNS[of.category]?.[field] ?? []);
    const cells = [
      `\`${type}\``,
      fields.map((field) => `\`${field}\``).join(', '),
      PERSONS[personal.person] ?? personal.person,
      columns.map((column) => `\`${column}\``).join(', ') || '–',
      'none',
      PROVIDERS[of.category] ?? '–',
      KEPT[personal.person] ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
};
