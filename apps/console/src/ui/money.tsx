import { Text } from '@mantine/core';
import { grouped } from './amounts.js';

type Props = {
  /** Decimal text, as the service gives it. */
  readonly amount: string;
  /** Alone, an amount says its currency; in a table the heading does. */
  readonly alone?: boolean;
};

/** Dollars, in figures of one width. */
export const Money = ({ amount, alone = false }: Props) => (
  <Text span inherit className="figures">
    {grouped(amount)}
    {alone ? ' USD' : ''}
  </Text>
);
