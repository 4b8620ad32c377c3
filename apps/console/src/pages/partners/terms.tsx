import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { answer, faultsByField } from '../../api/trouble.js';
import { useSession } from '../../session/session.js';
import { Ask, Facts, type Fields, Money, Section } from '../../ui/index.js';
import { partnerKey } from './partner-queries.js';
import { changedTerms } from './terms-change.js';

type Props = { readonly partner: Schemas['Partner'] };

export const Terms = ({ partner }: Props) => {
  const { role } = useSession();
  const { terms } = partner;
  return (
    <Section title="Terms" actions={role === 'operator' && <ChangeTerms partner={partner} />}>
      <Facts
        facts={{
          'Fee of a deposit': <Charge flat={terms.feeFlat} bps={terms.feeBps} of="its amount" />,
          'Commission of an order': (
            <Charge flat={terms.commissionFlat} bps={terms.commissionBps} of="its filled value" />
          ),
          'Largest deposit': <Money amount={terms.limit} alone />,
          'Most a user may deposit a day': <Money amount={terms.dailyLimit} alone />,
          'Tax ids of its users': terms.showTaxId ? 'shown to it in full' : 'masked',
        }}
      />
    </Section>
  );
};

type ChargeProps = { readonly flat: string; readonly bps: number; readonly of: string };

const Charge = ({ flat, bps, of }: ChargeProps) => (
  <>
    <Money amount={flat} alone /> and {bps} basis points of {of}
  </>
);

const ChangeTerms = ({ partner: { id, terms } }: Props) => {
  const queries = useQueryClient();
  const [from, setFrom] = useState(terms);
  const change = useMutation({
    mutationFn: async (fields: Fields) =>
      answer(
        api.PATCH('/staff/partners/{partnerId}', {
          params: { path: { partnerId: id } },
          body: changedTerms(from, fields),
        }),
      ),
    onSuccess: (partner) => queries.setQueryData(partnerKey(id), partner),
  });
  const faults = faultsByField(change.error);
  const field = (name: keyof Schemas['PartnerTerms'], label: string) => (
    <TextInput
      name={name}
      label={label}
      defaultValue={String(from[name])}
      inputMode="decimal"
      required
      data-autofocus={name === 'feeFlat' || undefined}
      error={faults[name]}
    />
  );
  return (
    <Ask title="Change the terms" verb="Change" mutation={change} onOpen={() => setFrom(terms)}>
      <Text size="sm">
        They hold for deposits and orders from now on. What you leave as it is stays as it is, even
        if somebody changes it meanwhile.
      </Text>
      <SimpleGrid cols={2}>
        {field('feeFlat', 'Fee, USD')}
        {field('feeBps', 'Fee, basis points')}
        {field('commissionFlat', 'Commission, USD')}
        {field('commissionBps', 'Commission, basis points')}
        {field('limit', 'Largest deposit, USD')}
        {field('dailyLimit', 'A user a day, USD')}
      </SimpleGrid>
      <NativeSelect
        name="showTaxId"
        label="Tax ids of its users"
        defaultValue={String(from.showTaxId)}
        data={[
          { value: 'false', label: 'masked' },
          { value: 'true', label: 'shown to it in full' },
        ]}
      />
    </Ask>
  );
};
