import type { Schemas } from '../../api/client.js';
import { Empty, DescriptionList } from '../../ui/index.js';

type Props = { readonly profile: Schemas['StaffUser']['profile'] };

/** Data about the user that was sent to the broker. */
export const Profile = ({ profile }: Props) => {
  if (profile === null) {
    return (
      <Empty title="No trader profile yet.">
        It is made when onboarding passes. The partner issues a session and the user goes through
        it.
      </Empty>
    );
  }
  const facts = Object.entries(profile)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [named(name), typeof value === 'boolean' ? yesNo(value) : value]);
  return <DescriptionList facts={Object.fromEntries(facts) as Record<string, string>} />;
};

const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/** Converts `countryOfBirth` to `Country of birth`. */
const named = (field: string): string => {
  const words = field.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ [A-Z](?=[a-z])/g, lower);
};

const lower = (text: string) => text.toLowerCase();
