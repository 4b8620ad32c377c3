import type { ApiError } from '../api/api-error.js';

/**
 * Returns the messages above a form without duplicates. Shown fields have their errors beside them. The
 * messages name other fields in words.
 */
export const formErrors = (
  { detail, errors }: Pick<ApiError, 'detail' | 'errors'>,
  shown: readonly string[],
): readonly string[] => {
  const named = errors.filter(({ pointer = '' }) => pointer !== '');
  if (named.length === 0) return [detail];
  return named
    .filter(({ pointer = '' }) => !shown.includes(pointer.slice(1)))
    .map(({ pointer = '', detail: wrong }) =>
      wrong.startsWith('must ') ? `${spoken(pointer)} ${wrong}.` : wrong,
    );
};

/** Converts `/feeFlat` to `Fee flat`. */
const spoken = (pointer: string): string => {
  const words = pointer
    .slice(1)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
