import sharp from 'sharp';
import * as supertest from 'supertest';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp, TEST_ORIGIN } from '../harness/test-app';

const DAY_MS = 86_400_000;
const MISSING = '018f0000-0000-7000-8000-000000000000';

let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp({ IMAGE_UPLOAD_LIMIT: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  therapist = await signInTherapist(test);
});

const visitor = (): ReturnType<typeof supertest.agent> => supertest.agent(test.app.getHttpServer());
const picture = (red: number, side = 64): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: red, g: 90, b: 30 } } }).png().toBuffer();

function upload(content: Buffer, name = 'me.png', as = therapist, field = 'file'): supertest.Test {
  return as.post('/api/therapist/upload-profile-image').attach(field, content, name);
}

async function uploaded(red: number, as = therapist, side = 64): Promise<string> {
  const answer = await upload(await picture(red, side), 'me.png', as).expect(200);
  return (answer.body as { image_data: string }).image_data;
}

async function actions(therapistId: string): Promise<{ action: string; details: unknown }[]> {
  return test.database.query('select action, details from activity_log where actor_id = $1 order by at', [therapistId]);
}

describe('own profile', () => {
  it.each([
    ['get', '/api/therapist/profile'],
    ['post', '/api/therapist/profile'],
    ['put', '/api/therapist/profile'],
    ['post', '/api/therapist/upload-profile-image'],
  ] as const)('needs a signed-in therapist: %s %s', async (method, path) => {
    const answer = await visitor()[method](path).set('Origin', TEST_ORIGIN).expect(401);
    expect(answer.body).toEqual({ detail: 'Please sign in first.', request_id: expect.any(String) as string });
  });

  it('is 404 until it is made, then shows the defaults', async () => {
    const missing = await therapist.get('/api/therapist/profile').expect(404);
    expect(missing.body).toMatchObject({ detail: 'There is no profile yet.' });
    await therapist.put('/api/therapist/profile', { display_name: 'Dr. Ana' }).expect(404);
    const made = await therapist.post('/api/therapist/profile', { display_name: '  Dr. Ana Núñez ', bio: '' }).expect(201);
    expect(made.body).toEqual({
      id: therapist.id,
      display_name: 'Dr. Ana Núñez',
      bio: '',
      credentials: '',
      languages: ['English'],
      timezone: 'America/New_York',
      profile_image: null,
      custom_slug: null,
      phone: null,
      phone_shown: false,
      address: null,
      address_shown: false,
      search_listed: false,
      bookings_paused: false,
      bookings_paused_message: null,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      version: 1,
    });
    const shown = await therapist.get('/api/therapist/profile').expect(200);
    expect(shown.body).toEqual(made.body);
    expect(shown.headers['cache-control']).toBe('no-store');
    const again = await therapist.post('/api/therapist/profile', { display_name: 'Dr. Ana' }).expect(409);
    expect(again.body).toMatchObject({ detail: 'There is a profile already.' });
  });

  it('is not overwritten by a save that began with an earlier one', async () => {
    await therapist.post('/api/therapist/profile', { display_name: 'Dr. Ana', bio: 'First' }).expect(201);
    const saved = await therapist.put('/api/therapist/profile', { display_name: 'Dr. Ana', bio: 'Of one tab', version: 1 }).expect(200);
    expect(saved.body).toMatchObject({ bio: 'Of one tab', version: 2 });
    const refused = await therapist.put('/api/therapist/profile', { display_name: 'Dr. Ana', bio: 'Of another tab', version: 1 }).expect(409);
    expect(refused.body).toMatchObject({ detail: 'Your profile was saved elsewhere meanwhile. Your own text is still here.' });
    expect((await therapist.get('/api/therapist/profile').expect(200)).body).toMatchObject({ bio: 'Of one tab', version: 2 });
    // The answer was lost: the same once more changes nothing.
    await therapist.put('/api/therapist/profile', { display_name: 'Dr. Ana', bio: 'Of one tab', version: 1 }).expect(200);
    await therapist.put('/api/therapist/profile/bookings-pause', { bookings_paused: true }).expect(200);
    const mine = await therapist.put('/api/therapist/profile', { display_name: 'Dr. Ana', bio: 'Of another tab', version: 2 }).expect(200);
    expect(mine.body).toMatchObject({ bio: 'Of another tab', version: 3 });
    await therapist.put('/api/therapist/profile', { display_name: 'Dr. Ana', version: 0 }).expect(400);
  });

  it('is made once by two requests at the same time', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((n) => therapist.post('/api/therapist/profile', { display_name: `Dr. ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('keeps what was left out, and clears what is empty or null', async () => {
    const full = { display_name: 'Dr. Li', bio: 'Hello', credentials: 'PhD', languages: ['English', '中文'], timezone: 'Asia/Tokyo', custom_slug: 'dr-li-keep' };
    await therapist.post('/api/therapist/profile', full).expect(201);
    const renamed = await therapist.put('/api/therapist/profile', { display_name: 'Dr. Li Wei' }).expect(200);
    expect(renamed.body).toMatchObject({ ...full, display_name: 'Dr. Li Wei' });
    const cleared = await therapist.put('/api/therapist/profile', { display_name: 'Dr. Li Wei', bio: '', credentials: null, custom_slug: '' }).expect(200);
    expect(cleared.body).toMatchObject({ bio: '', credentials: '', custom_slug: null, languages: full.languages, timezone: 'Asia/Tokyo' });
  });

  it.each([
    [{}, 'display_name', 'Display name is required'],
    [{ display_name: '   ' }, 'display_name', 'Display name is required'],
    [{ display_name: 7 }, 'display_name', 'Display name is required'],
    [{ display_name: 'x'.repeat(121) }, 'display_name', 'The display name can have at most 120 characters.'],
    [{ display_name: 'A', bio: 'x'.repeat(5001) }, 'bio', 'The bio can have at most 5000 characters.'],
    [{ display_name: 'A', credentials: 'x'.repeat(301) }, 'credentials', 'Credentials can have at most 300 characters.'],
    [{ display_name: 'A', languages: [] }, 'languages', 'List 1 to 20 languages.'],
    [{ display_name: 'A', languages: 'English' }, 'languages', 'List 1 to 20 languages.'],
    [{ display_name: 'A', languages: ['English', ' English'] }, 'languages', 'Each language can be listed once.'],
    [{ display_name: 'A', languages: [' '] }, 'languages', 'A language must have 1 to 40 characters.'],
    [{ display_name: 'A', languages: Array.from({ length: 21 }, (_, n) => `L${n}`) }, 'languages', 'List 1 to 20 languages.'],
    [{ display_name: 'A', timezone: 'Mars/Olympus' }, 'timezone', 'Choose a time zone such as America/New_York.'],
    [{ display_name: 'A', custom_slug: 'ab' }, 'custom_slug', 'A link has 3 to 60 characters: a to z, 0 to 9, hyphens and underscores.'],
    [{ display_name: 'A', custom_slug: 'dr anna' }, 'custom_slug', 'A link has 3 to 60 characters: a to z, 0 to 9, hyphens and underscores.'],
    [{ display_name: 'A', profile_image: 'https://example.org/me.png' }, 'profile_image', 'Please upload the image first.'],
    [{ display_name: 'A', profile_image: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'profile_image', 'Please upload the image first.'],
    [{ display_name: 'A', therapist_id: MISSING }, 'therapist_id', 'therapist_id is not a known field'],
    [{ display_name: 'A', languages: [7] }, 'languages', 'A language must have 1 to 40 characters.'],
    [{ display_name: 'A\u0000' }, 'display_name', 'display_name holds characters that cannot be stored'],
  ])('refuses %j', async (body, field, message) => {
    const answer = await therapist.post('/api/therapist/profile', body).expect(400);
    expect(answer.body).toEqual({ detail: message, errors: [{ field, message }], request_id: expect.any(String) as string });
    await therapist.get('/api/therapist/profile').expect(404);
  });

  it('writes fields, never content, to the activity log', async () => {
    await therapist.post('/api/therapist/profile', { display_name: 'Dr. Secret', bio: 'Private words' }).expect(201);
    await therapist.put('/api/therapist/profile', { display_name: 'Dr. Secret', bio: 'Other words' }).expect(200);
    const log = await actions(therapist.id);
    expect(log).toContainEqual({ action: 'create_profile', details: { fields: ['display_name', 'bio'] } });
    expect(log).toContainEqual({ action: 'update_profile', details: { fields: ['bio'] } });
    expect(JSON.stringify(log)).not.toMatch(/Secret|words/);
  });
});

describe('the public link', () => {
  it.each(['api', 'admin', 'attune', 'dashboard', 'pricing', 'intake-forms', 'remotes'])('never shadows /%s', async (slug) => {
    const answer = await therapist.post('/api/therapist/profile', { display_name: 'A', custom_slug: slug }).expect(422);
    expect(answer.body).toMatchObject({ detail: 'This link is reserved. Please choose another.' });
  });

  it('belongs to one therapist', async () => {
    await therapist.post('/api/therapist/profile', { display_name: 'A', custom_slug: 'Only-One' }).expect(201);
    const other = await signInTherapist(test);
    const answer = await other.post('/api/therapist/profile', { display_name: 'B', custom_slug: 'only-one' }).expect(409);
    expect(answer.body).toMatchObject({ detail: 'This link is already taken.' });
  });

  it('is held for 90 days after it was given up, for others only', async () => {
    const other = await signInTherapist(test);
    await other.post('/api/therapist/profile', { display_name: 'B' }).expect(201);
    await therapist.post('/api/therapist/profile', { display_name: 'A', custom_slug: 'first-link' }).expect(201);
    await therapist.put('/api/therapist/profile', { display_name: 'A', custom_slug: 'second-link' }).expect(200);
    await other.put('/api/therapist/profile', { display_name: 'B', custom_slug: 'first-link' }).expect(409);
    await therapist.put('/api/therapist/profile', { display_name: 'A', custom_slug: 'first-link' }).expect(200);
    await therapist.put('/api/therapist/profile', { display_name: 'A', custom_slug: null }).expect(200);
    await other.put('/api/therapist/profile', { display_name: 'B', custom_slug: 'first-link' }).expect(409);
    await test.database.query(`update slug_holds set held_until = $1 where slug = 'first-link'`, [new Date(test.clock.now().getTime() - DAY_MS)]);
    await other.put('/api/therapist/profile', { display_name: 'B', custom_slug: 'first-link' }).expect(200);
  });

  it('leads on for 90 days after it was changed, and nowhere once it is given up altogether', async () => {
    const own = await signInTherapist(test);
    await own.post('/api/therapist/profile', { display_name: 'M', custom_slug: 'printed-link' }).expect(201);
    await own.post('/api/therapist/services', { name: 'Hour', duration_minutes: 50, price: 90 }).expect(201);
    await own.put('/api/therapist/profile', { display_name: 'M', custom_slug: 'newer-link' }).expect(200);
    const asked = (slug: string, part = '') => test.http.get(`/api/public/therapist/slug/${slug}${part}`);
    expect((await asked('Printed-Link').expect(200)).body).toMatchObject({ display_name: 'M', custom_slug: 'newer-link' });
    expect((await asked('printed-link', '/services').expect(200)).body).toMatchObject([{ name: 'Hour' }]);
    await test.database.query(`update slug_holds set held_until = $1 where slug = 'printed-link'`, [new Date(test.clock.now().getTime() - 1)]);
    await asked('printed-link').expect(404);
    await asked('printed-link', '/services').expect(404);
    await own.put('/api/therapist/profile', { display_name: 'M', custom_slug: null }).expect(200);
    await asked('newer-link').expect(404);
  });

  it('is held for its owner for all of the 90 days: a fourth change within them is refused, the way back is not', async () => {
    const [collector, other] = [await signInTherapist(test), await signInTherapist(test)];
    await collector.post('/api/therapist/profile', { display_name: 'C', custom_slug: 'kept-0' }).expect(201);
    await other.post('/api/therapist/profile', { display_name: 'O' }).expect(201);
    const takes = (n: number) => collector.put('/api/therapist/profile', { display_name: 'C', custom_slug: `kept-${n}` });
    for (let n = 1; n <= 3; n += 1) await takes(n).expect(200);
    expect((await takes(4).expect(422)).body).toMatchObject({ errors: [{ field: 'custom_slug' }] });
    expect((await collector.get('/api/therapist/slug-check?slug=kept-4')).body).toMatchObject({ status: 'not_allowed' });
    await takes(3).expect(200);
    await takes(1).expect(200);
    const wants = async (n: number): Promise<number> => (await other.put('/api/therapist/profile', { display_name: 'O', custom_slug: `kept-${n}` })).status;
    expect([await wants(0), await wants(2), await wants(3)]).toEqual([409, 409, 409]);
    await collector.put('/api/therapist/profile', { display_name: 'C', custom_slug: null }).expect(200);
    await takes(5).expect(422);
    expect(await wants(1)).toBe(409);
    await test.database.query(`update slug_holds set held_until = $1 where slug = 'kept-0'`, [new Date(test.clock.now().getTime() - 1)]);
    expect(await wants(0)).toBe(200);
  });

  it('goes to one of many who want it at the same time', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => signInTherapist(test)));
    const answers = await Promise.all(others.map((other) => other.post('/api/therapist/profile', { display_name: 'R', custom_slug: 'wanted-link' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('the profile image', () => {
  it('is shown to the public under its hash once it is saved', async () => {
    const image = await uploaded(10);
    expect(image).toMatch(/^data:image\/webp;base64,/);
    await therapist.post('/api/therapist/profile', { display_name: 'A', custom_slug: 'with-image' }).expect(201);
    const before = await visitor().get('/api/public/therapist/slug/with-image').expect(200);
    expect(before.body).toMatchObject({ profile_image: null });
    const saved = await therapist.put('/api/therapist/profile', { display_name: 'A', profile_image: image }).expect(200);
    expect(saved.body).toMatchObject({ profile_image: image });
    const { body } = await visitor().get('/api/public/therapist/slug/with-image').expect(200);
    const path = (body as { profile_image: string }).profile_image;
    expect(path).toMatch(/^\/api\/public\/images\/[0-9a-f]{64}\.webp$/);
    const shown = await visitor().get(path).expect(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(`data:image/webp;base64,${(shown.body as Buffer).toString('base64')}`).toBe(image);
    await therapist.put('/api/therapist/profile', { display_name: 'B', profile_image: image }).expect(200);
    const removed = await therapist.put('/api/therapist/profile', { display_name: 'B', profile_image: null }).expect(200);
    expect(removed.body).toMatchObject({ profile_image: null });
    await visitor().get(path).expect(404);
  });

  it("is not another therapist's upload", async () => {
    const other = await signInTherapist(test);
    const image = await uploaded(20, other);
    await therapist.post('/api/therapist/profile', { display_name: 'A', profile_image: image }).expect(400);
  });

  it('is told apart by its content, not by its name or type', async () => {
    const jpeg = await sharp(await picture(30)).jpeg().toBuffer();
    await upload(jpeg, 'me.txt').expect(200);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = await upload(svg, 'me.png').expect(415);
    expect(refused.body).toMatchObject({ detail: 'Invalid image format. Please use JPEG, PNG, or WebP.' });
    await upload(Buffer.alloc(0)).expect(415);
  });

  it('has at most 5 MB', async () => {
    const exactly = Buffer.concat([await picture(40), Buffer.alloc(5_242_880)]).subarray(0, 5_242_880);
    await upload(exactly).expect(200);
    const refused = await upload(Buffer.concat([exactly, Buffer.alloc(1)])).expect(413);
    expect(refused.body).toMatchObject({ detail: 'Image file too large. Please use an image under 5MB.' });
    await upload(Buffer.concat([exactly, exactly, exactly])).expect(413);
  });

  it('has at most 50 megapixels', async () => {
    const flood = await sharp({ create: { width: 10_000, height: 5_100, channels: 3, background: '#000' } }).png().toBuffer();
    const refused = await upload(flood).expect(413);
    expect(refused.body).toMatchObject({ detail: 'This image has too many pixels. Please use one of at most 50 megapixels.' });
  });

  it('comes alone, in the field "file"', async () => {
    const missing = await therapist.post('/api/therapist/upload-profile-image').expect(400);
    expect(missing.body).toMatchObject({ detail: 'Send one image in the field "file".' });
    await upload(await picture(50), 'me.png', therapist, 'picture').expect(400);
    await upload(await picture(50)).attach('file', await picture(51), 'two.png').expect(400);
    const broken = therapist.post('/api/therapist/upload-profile-image').set('Content-Type', 'multipart/form-data; boundary=x');
    await broken.send('--x\r\nbroken').expect(400);
  });

  it('forgets old uploads with the bytes that nobody uses, never the saved one', async () => {
    const first = await uploaded(100);
    await therapist.post('/api/therapist/profile', { display_name: 'A', profile_image: first }).expect(201);
    for (let side = 70; side <= 91; side += 1) await uploaded(100, therapist, side);
    const [{ uploads } = { uploads: 0 }] = await test.database.query<{ uploads: number }>(
      'select count(*)::int as uploads from image_uploads where therapist_id = $1',
      [therapist.id],
    );
    expect(uploads).toBe(20);
    const kept = await therapist.put('/api/therapist/profile', { display_name: 'A', profile_image: first }).expect(200);
    expect(kept.body).toMatchObject({ profile_image: first });
  });
});

describe('the public page', () => {
  it('shows exactly the public fields, by id and by slug', async () => {
    const profile = { display_name: 'Dr. Ana', bio: 'Hello', credentials: 'PhD', languages: ['Deutsch'], timezone: 'Europe/Paris', custom_slug: 'ana-public' };
    await therapist.post('/api/therapist/profile', profile).expect(201);
    const byId = await visitor().get(`/api/public/therapist/${therapist.id}`).expect(200);
    const shown = { phone: null, address: null, bookings_paused: false, bookings_paused_message: null };
    expect(byId.body).toEqual({ id: therapist.id, ...profile, ...shown, profile_image: null });
    const bySlug = await visitor().get('/api/public/therapist/slug/ANA-public').expect(200);
    expect(bySlug.body).toEqual(byId.body);
  });

  it.each([`/api/public/therapist/${MISSING}`, '/api/public/therapist/slug/nobody-here'])('is 404 at %s', async (path) => {
    const answer = await visitor().get(path).expect(404);
    expect(answer.body).toEqual({ detail: 'Therapist not found', request_id: expect.any(String) as string });
  });

  it.each([
    '/api/public/therapist/not-a-uuid',
    '/api/public/therapist/slug/%00abc',
    '/api/public/therapist/slug/..%2f..%2fetc',
    `/api/public/images/${'a'.repeat(64)}.webp`,
    '/api/public/images/..%2fx.webp',
    '/api/public/images/x.png',
  ])('is 404 at %s', (path) => visitor().get(path).expect(404));

  it('is gone while the therapist is not active or has no profile', async () => {
    await visitor().get(`/api/public/therapist/${therapist.id}`).expect(404);
    const image = await uploaded(200);
    await therapist.post('/api/therapist/profile', { display_name: 'A', custom_slug: 'inactive-one', profile_image: image }).expect(201);
    const { body } = await visitor().get('/api/public/therapist/slug/inactive-one').expect(200);
    await test.database.query('update users set is_active = false where id = $1', [therapist.id]);
    await visitor().get('/api/public/therapist/slug/inactive-one').expect(404);
    await visitor().get(`/api/public/therapist/${therapist.id}`).expect(404);
    await visitor().get((body as { profile_image: string }).profile_image).expect(404);
  });
});
