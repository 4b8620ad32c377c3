import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { jpeg, png } from '../../support/images.js';
import { LONG, longIt } from '../../support/long.js';
import { type Answer, type Json, PartnerClient, Service, call } from '../../support/service.js';
import { type File, KycPartner, fileOf, problem } from './kyc-partner.js';

/** Longer than a slow machine needs from the start of a verification to its last upload. */
const TTL_S = 40;
const MIB = 1024 * 1024;

let service: Service;
let partner: KycPartner;
/** Started first, so that it is expired after the other tests. */
let unused: { readonly id: string; readonly userId: string };

beforeAll(async () => {
  service = await Service.start({ KYC_TTL_S: `${TTL_S}` });
  partner = await KycPartner.logIn(service);
  const userId = await partner.register();
  unused = { userId, id: await partner.started(userId) };
});

afterEach(() => partner.noFaults());
afterAll(() => service.stop());

const ids: string[] = [];
const begun = async (changes: Json = {}) => {
  const id = await partner.started(await partner.register(), changes);
  ids.push(id);
  return id;
};
const faultsOf = ({ body }: Answer) =>
  (body['errors'] as { pointer: string; code: string }[]).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
const prefixed = (prefix: string, { type, content }: File = fileOf('front')): File => ({
  type,
  content: `${prefix}${content}`,
});
const unfit = (pointer: string) => `${pointer} invalid_document_format`;

describe('an upload', () => {
  it.each<[string, File[], string[]]>([
    ['text for an image', [{ type: 'front', content: 'aGVsbG8=' }], ['/files/0/content']],
    ['no base64', [{ type: 'front', content: 'h*llo' }], ['/files/0/content']],
    ['an empty image', [{ type: 'front', content: '' }], ['/files/0/content']],
    [
      'a giant',
      [fileOf('front', png({ widthPx: 50_000, heightPx: 50_000 }))],
      ['/files/0/content'],
    ],
    ['6 MiB', [fileOf('front', png({ bytes: 6 * MIB }))], ['/files/0/content']],
    ['text by its prefix', [prefixed('data:text/plain;base64,')], ['/files/0/content']],
    ['a PNG that says it is a JPEG', [prefixed('data:image/jpeg;base64,')], ['/files/0/content']],
    ['an unknown side', [fileOf('front'), fileOf('left')], ['/files/1/type']],
    ['a side twice', [fileOf('front'), fileOf('front')], ['/files/1/type']],
    ['a missing side', [fileOf('selfie')], ['/files']],
    ['nothing', [], ['/files']],
    ['four files', Array.from({ length: 4 }, () => fileOf('front')), ['/files']],
    [
      'several faults',
      [
        { type: 'front', content: '!' },
        { type: 'top', content: 'x'.repeat(2_000) },
      ],
      ['/files/0/content', '/files/1/content', '/files/1/type'],
    ],
  ])('does not accept %s', async (_, files, pointers) => {
    const answer = await partner.upload(await begun(), files);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(expect.arrayContaining(pointers.map(unfit)));
    expect(answer.body['code']).toBe(
      faultsOf(answer).length === 1 ? 'invalid_document_format' : 'content_unacceptable',
    );
  });

  it('accepts the largest image, with a data-URL prefix and escaped slashes', async () => {
    const id = await begun();
    const [largest, other] = [png({ bytes: 5 * MIB }), jpeg({ before: 200_000 })];
    const files = [
      prefixed('data:image/png;base64,', fileOf('front', largest)),
      prefixed('data:image/jpeg;base64,', fileOf('selfie', other)),
    ];
    const text = JSON.stringify({ files, documentType: 'passport' }).replaceAll('/', '\\/');
    const answer = await sent(id, text);
    expect(await answer.json()).toMatchObject({ verificationId: id, status: 'under_review' });
    expect(answer.status).toBe(200);
  });

  it('needs both sides of a card, and the announced document', async () => {
    const card = { documentType: 'id_card' };
    const id = await begun(card);
    const both = [fileOf('front'), fileOf('back')];
    const one = await partner.upload(id, [fileOf('front')], card);
    expect(faultsOf(one)).toEqual([unfit('/files')]);
    const other = await partner.upload(id, both);
    expect({ status: other.status, faults: faultsOf(other) }).toEqual({
      status: 422,
      faults: [unfit('/documentType')],
    });
    const wrong = await partner.upload(id, [fileOf('front'), { type: 'front', content: '!' }]);
    expect({ status: wrong.status, faults: faultsOf(wrong).sort() }).toEqual({
      status: 422,
      faults: ['/files/1/content', '/files/1/type'].map(unfit),
    });
    expect((await partner.upload(id, both, card)).status).toBe(200);
  });

  it('names all errors of the format before it checks images', async () => {
    const files = [{ type: 7, content: '!' }, { type: 'front' }, 'x'];
    const answer = await partner.upload(await begun(), files as never, { more: null });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer).sort()).toEqual([
      '/files/0/type type_invalid',
      '/files/1/content field_missing',
      '/files/2 type_invalid',
      '/more field_unknown',
    ]);
  });

  it.each([
    ['', 400],
    ['{', 400],
    ['[]', 400],
    [`{"documentType":"passport","files":[{"type":"front","content":"${'A'.repeat(9_999)}`, 400],
    [`{"documentType":"passport","x":"${' '.repeat(70_000).replaceAll(' ', '","y":"')}"}`, 400],
  ])('refuses the invalid body %.20s', async (text, status) => {
    const answer = await sent(await begun(), text);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed' });
  });

  it('refuses other media and more than 21 MiB', async () => {
    const id = await begun();
    expect((await sent(id, 'a', 'text/plain')).status).toBe(415);
    const text = `{"documentType":"passport","x":"${'A'.repeat(21 * MIB)}"}`;
    const answer = await sent(id, text).catch(() => null);
    // The connection may break while the rest is still being sent.
    expect([413, undefined]).toContain(answer?.status);
  });

  it('does not find unknown verifications or those of another partner', async () => {
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    const id = await begun();
    const body = { documentType: 'passport', files: [fileOf('front')] };
    for (const answer of [
      await partner.upload(randomUUID()),
      await partner.upload('x'),
      await other.post(`/v1/auth/verify/${id}/documents`, body),
    ])
      expect(answer).toMatchObject(problem(404, 'verification_not_found'));
    expect(await partner.show(id)).toMatchObject({ status: 'pending' });
  });

  it('needs a token before the body is read', async () => {
    const path = `/v1/auth/verify/${randomUUID()}/documents`;
    const answer = await call(service.api, 'POST', path, { body: { files: 'x'.repeat(MIB * 2) } });
    expect(answer).toMatchObject(problem(401, 'invalid_token'));
  });

  it('is recorded once for concurrent uploads', async () => {
    const id = await begun();
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        partner.upload(id, [fileOf('front', png({ bytes: 50_000 }))]),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of all)
      if (answer.status !== 200)
        expect(answer).toMatchObject(problem(409, 'verification_under_review'));
  });

  it('returns the first response for a repeat under its Idempotency-Key', async () => {
    const id = await begun();
    const path = `/v1/auth/verify/${id}/documents`;
    const body = { documentType: 'passport', files: [fileOf('front')] };
    const send = (of: object) => partner.client.post(path, of, { 'idempotency-key': 'once' });
    const first = await send(body);
    expect(first.status).toBe(200);
    const again = await send(body);
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('without the provider', () => {
  // Checks of other verifications would use up the faults for the upload.
  beforeEach(async () => {
    const isDecided = ({ status }: Json) => status !== 'under_review';
    for (const id of ids) await partner.client.until(`/v1/auth/verify/${id}`, isDecided);
  });

  it.each(['POST /users', ...(LONG ? ['PATCH /users', 'POST /users/'] : [])])(
    '(%s) an upload is 503 and leaves nothing; the repeat works',
    async (match) => {
      const id = await begun();
      await partner.faults(match, 'status:503');
      expect(await partner.upload(id)).toMatchObject(problem(503, 'identity_provider_unavailable'));
      expect(await partner.show(id)).toMatchObject({ status: 'pending' });
      await partner.noFaults();
      expect((await partner.upload(id)).status).toBe(200);
    },
  );

  it.each(['execute-then-reset', ...(LONG ? ['half-body', 'broken-json'] : [])])(
    '(%s) an answer lost is looked up by the repeat',
    async (mode) => {
      const id = await begun();
      const files = [fileOf('front')];
      await partner.faults('PATCH /users/', mode, 2);
      const first = await partner.upload(id, files);
      await partner.noFaults();
      const again = first.status === 200 ? first : await partner.upload(id, files);
      expect(again).toMatchObject({ status: 200, body: { status: 'under_review' } });
    },
  );
});

describe('memory', () => {
  const peakMb = () => {
    const status = readFileSync(`/proc/${service.pid('api')}/status`, 'utf8');
    return (Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
  };
  const largest = (types: readonly string[]) =>
    types.map((type) => fileOf(type, png({ bytes: 5 * MIB })));

  longIt('stays under 400 MB during ten concurrent uploads of the largest size', async () => {
    const before = peakMb();
    const ids = await Promise.all(Array.from({ length: 10 }, () => begun()));
    const body = JSON.stringify({
      documentType: 'passport',
      files: largest(['front', 'back', 'selfie']),
    });
    const answers = await Promise.all(ids.map(async (id) => (await sent(id, body)).status));
    const after = peakMb();
    console.log(`API at its peak: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`);
    // A slow machine may not process all uploads in time.
    for (const status of answers) expect([200, 503]).toContain(status);
    expect(answers).toContain(200);
    expect(after).toBeLessThan(400);
  });
});

describe('after its time', () => {
  it('a verification is expired for reads, uploads and the next start', async () => {
    const { id, userId } = unused;
    const shown = await partner.until(id, 'expired');
    expect(shown).toMatchObject({ status: 'expired', updatedAt: shown['expiresAt'] });
    expect(await partner.upload(id)).toMatchObject(problem(409, 'verification_expired'));
    const next = await partner.start(userId);
    expect(next.status).toBe(201);
    const events = await service.ops('events', '--stream', `verification-${id}`, '--json');
    expect(events.stdout).toContain('VerificationExpired');
  });
});

/** Sends text, for bodies that JSON.stringify cannot create. */
const sent = async (id: string, body: string, type = 'application/json') => {
  service.secrets.collectSent(body);
  return fetch(`${service.api}/v1/auth/verify/${id}/documents`, {
    method: 'POST',
    headers: { 'content-type': type, ...partner.client.headers },
    body,
    signal: AbortSignal.timeout(BACKSTOP_MS),
  });
};
