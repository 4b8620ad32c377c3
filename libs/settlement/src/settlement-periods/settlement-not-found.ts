import { notFound } from '#kernel/refused.js';

export const settlementNotFound = () =>
  notFound('settlement_not_found', 'The settlement does not exist');
