import type { Schemas } from '../../api/client.js';
import { Trouble } from '../../api/trouble.js';
import type { Fields } from '../../ui/index.js';

type Terms = Schemas['PartnerTerms'];

/**
 * What was changed in the form since it was opened: another person may have changed the rest
 * meanwhile. @throws {Trouble} when nothing was.
 */
export const changedTerms = (from: Terms, fields: Fields): Partial<Terms> => {
  const isChanged = (name: keyof Terms) =>
    fields[name] !== undefined && fields[name] !== String(from[name]);
  const amount = (name: 'feeFlat' | 'commissionFlat' | 'limit' | 'dailyLimit') =>
    isChanged(name) ? { [name]: fields[name] } : {};
  const points = (name: 'feeBps' | 'commissionBps') =>
    isChanged(name) ? { [name]: wholeNumber(fields[name] ?? '') } : {};
  const changes = {
    ...amount('feeFlat'),
    ...points('feeBps'),
    ...amount('commissionFlat'),
    ...points('commissionBps'),
    ...amount('limit'),
    ...amount('dailyLimit'),
    ...(isChanged('showTaxId') ? { showTaxId: fields['showTaxId'] === 'true' } : {}),
  };
  if (Object.keys(changes).length > 0) return changes;
  const detail = 'Each term is as it was when this was opened. Change one, or dismiss this.';
  throw new Trouble(0, 'nothing_changed', detail);
};

/** Nothing is no zero. What is no whole number becomes null on the way, and is refused there. */
const wholeNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);
