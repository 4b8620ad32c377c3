import { EventLogUnavailable } from '#platform/event-store/event-log.js';

/**
 * None while the read models are away or being rebuilt, and none of a user with an event that nobody can
 * read, which is named elsewhere: the broker is compared all the same.
 */
export const unlessAway = async (ids: Promise<readonly string[]>): Promise<readonly string[]> => {
  try {
    return await ids;
  } catch (error) {
    if (error instanceof EventLogUnavailable) throw error;
    return [];
  }
};
