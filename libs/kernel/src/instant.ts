import { isDate } from './dates.js';

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * Parses an instant in a provider's text. Seconds are optional, fractions are cut to milliseconds,
 * and the offset may be short (`+02`) or missing (UTC). Returns null for other text and for a day
 * that does not exist.
 */
export const parseInstant = (text: string): Date | null => {
  const match = INSTANT.exec(text.trim());
  if (match === null || !isDate(match[1] ?? '')) return null;
  const [, day, minutes, seconds = '00', fraction = '', offset = 'Z'] = match;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const instant = new Date(`${day}T${minutes}:${seconds}.${millis}${fullOffset(offset)}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
};

const fullOffset = (offset: string): string => {
  if (offset.toUpperCase() === 'Z') return 'Z';
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
};
