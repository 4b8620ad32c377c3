import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { usersForData } from '#users/user-list/user.data-view.js';
import { eventStreams } from '../events/event-streams.js';
import { PERSONAL_DATA, personalDataPage } from './personal-data.js';
import { unmarkedFields } from './personal-fields.js';

const streams = await eventStreams();

describe('what tells of a person', () => {
  it.each(streams)('is marked in events of $category', (of) => {
    const unmarked = unmarkedFields(of);
    if (unmarked.length > 0)
      throw new Error(
        `${unmarked.join(', ')} may be personal data. Mark the field with personal(…) in ${of.file}, or give the reason against it in NOT_PERSONAL of test/contract/personal/personal-fields.ts. Run \`npm run docs:personal\` afterwards.`,
      );
  });

  it('is found by its name where nobody has marked it', () => {
    const shape = { properties: { spouse: { properties: { lastName: { type: 'string' } } } } };
    const [stream] = streams;
    const of = { ...stream!, category: 'made', types: [{ type: 'Made', shape, meaning: '' }] };
    expect(unmarkedFields(of)).toEqual(['made.Made.spouse.lastName']);
  });

  it('is in no view for data, but for the country that users are counted by', () => {
    const select = usersForData.select({ uuid: String, time: String, table: String } as never);
    const named = ['external_id', 'email', 'first_name', 'last_name', 'phone', 'date_of_birth'];
    expect(select.match(/\w+/g)?.filter((word) => named.includes(word))).toEqual([]);
  });

  it('stands in docs/reference/personal-data.md', async () => {
    const page = readFileSync(PERSONAL_DATA, 'utf8');
    if ((await personalDataPage(streams, page)) !== page)
      throw new Error(`${PERSONAL_DATA} is behind the code: run \`npm run docs:personal\``);
  });
});
