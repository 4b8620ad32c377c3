import type { Projection } from '#read-models/projection.js';
import { insert, remove } from '#kernel/projection/row-change.js';
import { type ReadRow, defineTable, orNull, text, time, uuid } from '#kernel/projection/table.js';
import type { UserEvent } from '#users/user/user.events.js';
import type { OnboardingEvent } from '../onboarding/onboarding.events.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';

const ACCOUNT_NEEDS = ['application_held', 'submission_failed', 'action_required'] as const;
const ONBOARDING_NEEDS = ['onboarding_review', 'more_information'] as const;

export const NEEDS = [...ACCOUNT_NEEDS, ...ONBOARDING_NEEDS] as const;
type Need = (typeof NEEDS)[number];

const columns = {
  userId: uuid,
  /** One of `NEEDS`. */
  need: text,
  /** Values that a held application lacks; null for other needs. */
  lacking: orNull(text),
  since: time,
};
export type WaitingUserRow = ReadRow<typeof columns>;

/** One row for each need of a user. The broker's reason is personal data and stays in the profile. */
export const waitingUserTable = defineTable('waitingUsers', {
  columns,
  key: ['userId', 'need'],
  wideIndexes: [['since']],
});

export type WaitingUserEvent = TraderProfileEvent | OnboardingEvent | UserEvent;

/** The identity provider's kind of notification for a user who must return to it. */
const INFORMATION_REQUESTED = 'footprint.user.info_requested';

/** Users who cannot continue before someone acts. */
export const waitingUsers: Projection<WaitingUserEvent> = {
  name: 'waiting-users',
  version: 1,
  tables: [waitingUserTable],
  project: (event) => {
    const { userId, at: since } = event.data;
    const change = changeOf(event);
    if (change === null) return [];
    const { met, need, lacking = null } = change;
    return [
      ...met.map((each) => remove(waitingUserTable, { userId, need: each })),
      ...(need === undefined ? [] : [insert(waitingUserTable, { userId, need, lacking, since })]),
    ];
  },
};

/** Needs that an event ends, and the need that it starts. */
type Change = { readonly met: readonly Need[]; readonly need?: Need; readonly lacking?: string };

const changeOf = ({ type, data }: WaitingUserEvent): Change | null => {
  if (type === 'UserClosed' || type === 'PersonErased') return { met: NEEDS };
  if (type === 'TraderProfileCreated' || type === 'TraderProfileReplaced')
    return { met: ACCOUNT_NEEDS };
  if (type === 'BrokerAccountRefused') {
    const lacking = data.held?.map(({ needed }) => needed).join('; ');
    return lacking === undefined
      ? { met: ACCOUNT_NEEDS, need: 'submission_failed' }
      : { met: ACCOUNT_NEEDS, need: 'application_held', lacking };
  }
  if (type === 'BrokerAccountOpened') return accountChange(data.status);
  if (type === 'BrokerAccountChanged')
    return data.before?.status === data.status ? null : accountChange(data.status);
  if (type === 'OnboardingReviewAwaited') return { met: [], need: 'onboarding_review' };
  if (type === 'OnboardingPassed' || type === 'OnboardingFailed') return { met: ONBOARDING_NEEDS };
  if (type !== 'OnboardingReported') return null;
  if (data.kind === INFORMATION_REQUESTED) return { met: [], need: 'more_information' };
  return data.tellsNoResult ? null : { met: ['more_information'] };
};

const accountChange = (status: string): Change => {
  const need = NEED_OF.get(status);
  return need === undefined ? { met: ACCOUNT_NEEDS } : { met: ACCOUNT_NEEDS, need };
};

const NEED_OF = new Map<string, Need>([
  ['SUBMISSION_FAILED', 'submission_failed'],
  ['ACTION_REQUIRED', 'action_required'],
]);
