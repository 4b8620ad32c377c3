/** `under_review` to `under review`. */
export const inWords = (code: string): string => code.replaceAll('_', ' ').toLowerCase();
