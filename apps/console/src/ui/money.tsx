import { Text } from '@mantine/core';
import { grouped } from './format.js';

type Props = {
  /** Decimal text, as the service gives it. */
  readonly amount: string;
  /** True adds the currency. In a table the heading has it. */
  readonly alone?: boolean;
};

/** An amount in dollars, with digits of equal width. */
export const Money = ({ amount, alone = false }: Props) => (
  <Text span inherit className="figures">
    {grouped(amount)}
    {alone ? ' USD' : ''}
  </Text>
);
