import { notFound } from '#kernel/refused.js';

export const settlementNotFound = () =>
  notFound('settlement_not_found', 'There is no settlement with this id');
