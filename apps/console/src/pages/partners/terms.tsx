import { type Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { DescriptionList, Money, Section } from '../../ui/index.js';
import { ChangeTerms } from './change-terms.js';

type Props = { readonly partner: Schemas['Partner'] };

export const Terms = ({ partner }: Props) => {
  const { role } = useSession();
  const { terms } = partner;
  return (
    <Section title="Terms" actions={role === 'operator' && <ChangeTerms partner={partner} />}>
      <DescriptionList
        facts={{
          'Fee of a deposit': <Charge flat={terms.feeFlat} bps={terms.feeBps} of="its amount" />,
          'Commission of an order': (
            <Charge flat={terms.commissionFlat} bps={terms.commissionBps} of="its filled value" />
          ),
          'Largest deposit': <Money amount={terms.limit} alone />,
          'Most a user may deposit a day': <Money amount={terms.dailyLimit} alone />,
          'Tax ids of its users': terms.showTaxId ? 'shown to it in full' : 'masked',
          Withdrawals: terms.withdrawals,
          'Fee of a withdrawal': (
            <Charge flat={terms.withdrawalFeeFlat} bps={terms.withdrawalFeeBps} of="its amount" />
          ),
          'Largest withdrawal': <Money amount={terms.withdrawalLimit} alone />,
          'Most a user may withdraw a day': <Money amount={terms.withdrawalDailyLimit} alone />,
          'One-time code for a withdrawal': terms.withdrawalTwoFactor,
          'Commissions are collected':
            terms.commissionCollection === 'settlement' ? 'at settlement' : 'by nobody',
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
