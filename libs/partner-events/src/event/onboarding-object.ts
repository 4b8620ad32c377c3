import { object, offsetTime, utcTime, uuid as uuidField, word } from '#http/response-schemas.js';
import { type RowChange, insert, update } from '#kernel/projection/row-change.js';
import { type ReadRow, defineTable, text, time, uuid } from '#kernel/projection/table.js';
import type { OnboardingEvent } from '#onboarding/onboarding/onboarding.events.js';
import { onboardings } from '#onboarding/onboarding/onboarding.state.js';
import type { OwnRows } from '#read-models/rows.js';

const STATUSES = ['open', 'completed', 'rejected'] as const;
type Status = (typeof STATUSES)[number];

const columns = { userId: uuid, status: text, expiresAt: time, updatedAt: time };

/** Folded on read and stored in no read model. */
const table = defineTable('partnerOnboardings', { columns, key: ['userId'] });

/** The onboarding of a user, as events show it. The trader profile shows the outcome. */
export const onboardingRows: OwnRows<OnboardingEvent, typeof columns> = {
  table,
  source: onboardings,
  project: ({ type, data }): readonly RowChange[] => {
    const { userId, at: updatedAt } = data;
    const become = (status: Status): readonly RowChange[] => [
      update(table, { userId }, { status, updatedAt }),
    ];
    switch (type) {
      case 'OnboardingSessionIssued': {
        const { expiresAt } = data;
        return [insert(table, { userId, status: 'open', expiresAt, updatedAt })];
      }
      case 'OnboardingPassed':
        return become('completed');
      case 'OnboardingFailed':
        return become('rejected');
      case 'OnboardingReported':
      case 'OnboardingReviewAwaited':
      case 'OnboardingRechecked':
      case 'OnboardingSessionExpired':
        return [];
    }
  },
};

export const onboardingObject = object('Onboarding', 'The onboarding of a user.', {
  userId: uuidField('The user who is onboarded.'),
  status: word('`open` after a session was issued, then `completed` or `rejected`.', STATUSES),
  expiresAt: offsetTime('End of the latest session.'),
  updatedAt: utcTime('When it last changed.'),
});

export const onboardingView = (row: ReadRow<typeof columns>) => ({
  userId: row.userId,
  status: row.status,
  expiresAt: row.expiresAt.replace('Z', '+00:00'),
  updatedAt: row.updatedAt,
});
