import { api } from '../../api/client.js';
import { answer } from '../../api/trouble.js';

/** Saves the whole statement of a period as a CSV file. */
export const downloadStatement = async (partnerId: string, id: string): Promise<void> => {
  const file = await answer(
    api.GET('/staff/partners/{partnerId}/settlements/{id}/statement', {
      params: { path: { partnerId, id } },
      headers: { accept: 'text/csv' },
      parseAs: 'blob',
    }),
  );
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `statement-${id}.csv`;
  link.click();
  URL.revokeObjectURL(url);
};
