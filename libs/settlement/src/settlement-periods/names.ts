/** Sums and lines of the period that is open now; at cut-off they get the name `linesOf` tells. */
export const OPEN = 'open';
export const linesOf = (periodId: string): string => `lines/${periodId}`;
/** Start of the documents of lines; the line's id follows. */
export const LINE = 'line/';
export const FLIGHT = 'flight';
export const ACCOUNT = 'account';
export const transferDoc = (transferId: string): string => `transfer/${transferId}`;

/** Indexes: periods by number, all and by status; transfers. */
export const ALL = 'all';
export const withStatus = (status: string): string => `status/${status}`;
export const TRANSFERS = 'transfers';
