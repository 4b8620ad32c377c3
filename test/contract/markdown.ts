import { format } from 'oxfmt';

type Wrapping = 'always' | 'preserve';

/** A generated page in the form that `npm run format` gives it. */
export const formatted = async (page: string, text: string, proseWrap: Wrapping = 'always') => {
  const { code, errors } = await format(page, text, { printWidth: 100, proseWrap });
  if (errors.length > 0) throw new Error(`${page}: ${errors.map(({ message }) => message).join()}`);
  return code;
};
