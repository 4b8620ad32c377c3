import { Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { Empty, DescriptionList, Money, Section, Time } from '../../ui/index.js';

type Props = { readonly account: Schemas['FirmAccount'] | null };

const MEANING: Readonly<Record<Schemas['FirmAccount']['state'], string>> = {
  covered: 'It covers the deposits in flight.',
  low: 'It covers the deposits in flight, but the rest is below the threshold.',
  short: 'It does not cover the deposits in flight, so deposits wait. Replenish the account.',
};

/** The pre-funded account, compared with the deposits in flight. */
export const FirmAccount = ({ account }: Props) => (
  <Section title="Pre-funded account">
    {account === null ? (
      <Empty title="The balance is not known yet.">The worker reads it within 30 s.</Empty>
    ) : (
      <>
        <Text size="sm" fw={account.state === 'covered' ? 400 : 600}>
          {MEANING[account.state]}
        </Text>
        <DescriptionList
          facts={{
            Holds: <Money amount={account.transferable} alone />,
            'In flight': <Money amount={account.inFlight} alone />,
            'Should keep': <Money amount={account.threshold} alone />,
            Checked: <Time at={account.at} seconds />,
          }}
        />
      </>
    )}
  </Section>
);
