import { useGet } from '../../api/queries.js';

export const useUser = (userId: string) => useGet('/staff/users/{userId}', { path: { userId } });
