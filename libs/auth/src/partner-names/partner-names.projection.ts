import type { Projection } from '#read-models/projection.js';
import type { ViewParts } from '#read-models/view.js';
import { insert } from '#kernel/projection/row-change.js';
import { defineTable, text } from '#kernel/projection/table.js';
import type { RegistryEvent } from '../partner/partner-registry.js';

const partnerNameTable = defineTable('partnerNames', { columns: { name: text }, key: [] });

/** Name of each partner, for the views of finance. */
export const partnerNames: Projection<RegistryEvent> = {
  name: 'partner-names',
  version: 1,
  tables: [partnerNameTable],
  project: ({ data: { name } }) => [insert(partnerNameTable, { name })],
};

/** SQL of a view's column: the name of the partner of the row `alias`. */
export const partnerNameOf = ({ table }: Pick<ViewParts, 'table'>, alias: string): string =>
  `(select n.name from ${table(partnerNameTable)} n where n.partner_id = ${alias}.partner_id) as partner_name`;
