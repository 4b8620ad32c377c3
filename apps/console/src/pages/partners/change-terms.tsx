import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { fieldError } from '../../api/api-error.js';
import { useAction } from '../../api/queries.js';
import { type Fields, FormDialog, TextField } from '../../ui/index.js';
import { changedTerms } from './terms-change.js';

type Props = { readonly partner: Schemas['Partner'] };

/** Button and dialog that change the terms of a partner. */
export const ChangeTerms = ({ partner: { id, terms } }: Props) => {
  const [from, setFrom] = useState(terms);
  const change = useAction(async (fields: Fields) =>
    api.PATCH('/staff/partners/{partnerId}', {
      params: { path: { partnerId: id } },
      body: changedTerms(from, fields),
    }),
  );
  const field = (name: keyof Schemas['PartnerTerms'], label: string) => (
    <TextField
      name={name}
      label={label}
      defaultValue={String(from[name])}
      inputMode="decimal"
      data-autofocus={name === 'feeFlat' || undefined}
    />
  );
  const choice = (
    name: keyof Schemas['PartnerTerms'],
    label: string,
    labels: Readonly<Record<string, string>>,
  ) => (
    <NativeSelect
      name={name}
      label={label}
      defaultValue={String(from[name])}
      data={Object.entries(labels).map(([value, shown]) => ({ value, label: shown }))}
      error={fieldError(change.error, name)}
    />
  );
  return (
    <FormDialog
      title="Change the terms"
      verb="Change"
      mutation={change}
      onOpen={() => setFrom(terms)}
    >
      <Text size="sm">
        The terms apply to new deposits and orders. Fields that you do not change keep their value,
        even if another person changes them.
      </Text>
      <SimpleGrid cols={2}>
        {field('feeFlat', 'Fee, USD')}
        {field('feeBps', 'Fee, basis points')}
        {field('commissionFlat', 'Commission, USD')}
        {field('commissionBps', 'Commission, basis points')}
        {field('limit', 'Largest deposit, USD')}
        {field('dailyLimit', 'A user a day, USD')}
        {field('withdrawalFeeFlat', 'Withdrawal fee, USD')}
        {field('withdrawalFeeBps', 'Withdrawal fee, basis points')}
        {field('withdrawalLimit', 'Largest withdrawal, USD')}
        {field('withdrawalDailyLimit', 'A user withdraws a day, USD')}
      </SimpleGrid>
      {choice('withdrawals', 'Withdrawals', { disabled: 'disabled', enabled: 'enabled' })}
      {choice('withdrawalTwoFactor', 'One-time code for a withdrawal', {
        optional: 'optional',
        required: 'required',
      })}
      {choice('commissionCollection', 'Commissions are collected', {
        settlement: 'at settlement',
        none: 'by nobody',
      })}
      {choice('showTaxId', 'Tax ids of its users', {
        false: 'masked',
        true: 'shown to it in full',
      })}
    </FormDialog>
  );
};
