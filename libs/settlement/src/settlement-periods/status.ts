export const STATUSES = ['open', 'closed', 'settled', 'overdue'] as const;
export type Status = (typeof STATUSES)[number];
