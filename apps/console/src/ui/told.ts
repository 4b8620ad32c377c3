import type { Trouble } from '../api/trouble.js';

/**
 * What is said above a form, each thing once: what stands at a field that is shown is not said
 * again, and fields that are not shown are named in words.
 */
export const told = (
  { detail, faults }: Pick<Trouble, 'detail' | 'faults'>,
  shown: readonly string[],
): readonly string[] => {
  const named = faults.filter(({ pointer = '' }) => pointer !== '');
  if (named.length === 0) return [detail];
  return named
    .filter(({ pointer = '' }) => !shown.includes(pointer.slice(1)))
    .map(({ pointer = '', detail: wrong }) =>
      wrong.startsWith('must ') ? `${spoken(pointer)} ${wrong}.` : wrong,
    );
};

/** `/feeFlat` to `Fee flat`. */
const spoken = (pointer: string): string => {
  const words = pointer
    .slice(1)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
