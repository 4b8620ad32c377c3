import { Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { Empty, Facts, Money, Section, Time } from '../../ui/index.js';

type Props = { readonly account: Schemas['FirmAccount'] | null };

const MEANING: Readonly<Record<Schemas['FirmAccount']['state'], string>> = {
  covered: 'It covers what is on its way.',
  low: 'It covers what is on its way, and keeps less than it should.',
  short: 'It does not cover what is on its way: deposits wait. Replenish it.',
};

/** What deposits are paid from, against what those on their way will take. */
export const FirmAccount = ({ account }: Props) => (
  <Section title="Pre-funded account">
    {account === null ? (
      <Empty title="Nobody has looked at it yet.">The worker does so within half a minute.</Empty>
    ) : (
      <>
        <Text size="sm" fw={account.state === 'covered' ? 400 : 600}>
          {MEANING[account.state]}
        </Text>
        <Facts
          facts={{
            Holds: <Money amount={account.transferable} alone />,
            'On its way': <Money amount={account.inFlight} alone />,
            'Should keep': <Money amount={account.threshold} alone />,
            'Looked at': <Time at={account.at} seconds />,
          }}
        />
      </>
    )}
  </Section>
);
