import { InvalidArgumentError } from 'commander';

const REASON_CHARS_MAX = 500;

/** Parses the reason of a decision. */
export const reason = (text: string): string => {
  if (text.trim() !== '' && text.length <= REASON_CHARS_MAX) return text.trim();
  throw new InvalidArgumentError(`Give a reason of at most ${REASON_CHARS_MAX} characters.`);
};
