import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as supertest from 'supertest';
import { newId } from '../../src/common/database/database';
import { book, openPractice } from '../harness/practice';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let admin: SignedInAdmin;
let shell: string;

beforeAll(async () => {
  shell = mkdtempSync(join(tmpdir(), 'attune-shell-'));
  writeFileSync(join(shell, 'index.html'), '<html><head><!--attune:head--></head><body><!--attune:prerender--><!--attune:data--></body></html>');
  writeFileSync(join(shell, 'route-manifest.json'), JSON.stringify([{ path: '/:slug', remote: 'public_booking', page: 'therapist-by-slug' }]));
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', SHELL_ORIGIN: shell });
  admin = await signInAdmin(test);
});
afterAll(async () => {
  await test.close();
  rmSync(shell, { recursive: true, force: true });
});

const visitor = (path: string): supertest.Test => supertest.default(test.app.getHttpServer()).get(path);
const setStatus = (id: string, active: boolean): supertest.Test => admin.put(`/api/admin/therapist/${id}/status`).field('is_active', String(active));

describe('threat 19: a deactivated therapist', () => {
  it('threat 19: is out at once, live session, public page and new bookings alike; bookings stay, and activating restores', async () => {
    const practice = await openPractice(test);
    const { therapist, slug } = practice;
    const { body: kept } = await book(test, practice).expect(201);
    await therapist.get('/api/therapist/profile').expect(200);
    await visitor(`/${slug}`).expect(200);

    const { body: row } = await setStatus(therapist.id, false).expect(200);
    expect(row).toMatchObject({ id: therapist.id, display_name: 'Dr. Test', total_bookings: 1, is_active: false });

    await therapist.get('/api/therapist/profile').expect(401);
    await therapist.put('/api/therapist/profile', { display_name: 'Still here' }).expect(401);
    await visitor(`/api/public/therapist/${therapist.id}`).expect(404);
    await visitor(`/api/public/therapist/slug/${slug}`).expect(404);
    await visitor(`/api/public/therapist/slug/${slug}/services`).expect(404);
    await visitor(`/${slug}`).expect(404);
    await book(test, practice, { appointment_time: '14:00', client_email: 'late@example.org' }).expect(404);
    expect(await test.database.query('select 1 from sessions where user_id = $1', [therapist.id])).toEqual([]);
    expect(await test.database.query('select status from bookings where id = $1', [kept.id])).toEqual([{ status: 'confirmed' }]);

    await setStatus(therapist.id, true).expect(200);
    await therapist.get('/api/therapist/profile').expect(401);
    await visitor(`/api/public/therapist/slug/${slug}`).expect(200);
    await visitor(`/${slug}`).expect(200);
    await book(test, practice, { appointment_time: '14:00', client_email: 'late@example.org' }).expect(201);
  });

  it('threat 19: the deed is in the log with who did it, once; setting what is set ends nobody’s session', async () => {
    const { therapist } = await openPractice(test);
    await admin.put(`/api/admin/therapist/${therapist.id}/status`, { is_active: true }).expect(200);
    await therapist.get('/api/therapist/profile').expect(200);
    await setStatus(therapist.id, false).expect(200);
    await setStatus(therapist.id, false).expect(200);
    await admin.put(`/api/admin/therapist/${therapist.id}/status`, { is_active: true }).expect(200);
    const log = await test.database.query(
      `select action, actor_type, actor_id from activity_log where subject_type = 'therapist' and subject_id = $1 and action like '%activate%' order by seq`,
      [therapist.id],
    );
    expect(log).toEqual([
      { action: 'deactivate_therapist', actor_type: 'admin', actor_id: admin.id },
      { action: 'activate_therapist', actor_type: 'admin', actor_id: admin.id },
    ]);
  });

  it('threat 19: nobody but a therapist can be deactivated, and nothing but yes or no is a status', async () => {
    const client = newId();
    await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', $2, 'Kim')`, [client, `${client}@example.org`]);
    await setStatus(client, false).expect(404);
    await setStatus(newId(), false).expect(404);
    await admin.put('/api/admin/therapist/not-an-id/status', { is_active: false }).expect(404);
    const { therapist } = await openPractice(test);
    for (const body of [{}, { is_active: 'maybe' }, { is_active: 1 }, { is_active: null }, { is_active: false, role: 'admin' }]) {
      await admin.put(`/api/admin/therapist/${therapist.id}/status`, body).expect(400);
    }
    await admin.put(`/api/admin/therapist/${therapist.id}/status`).field('is_active', 'true').attach('file', Buffer.from('x'), 'x.txt').expect(400);
    await therapist.put(`/api/admin/therapist/${therapist.id}/status`, { is_active: true }).expect(401);
    expect(await test.database.query('select is_active from users where id = any($1)', [[client, therapist.id]])).toEqual([{ is_active: true }, { is_active: true }]);
  });
});

describe('threat 26: text that is SQL', () => {
  const LISTS = ['therapists', 'activity', 'jobs'];
  const INJECTIONS = ["' or 1=1 --", "'; drop table users; --", '" or ""="', 'id desc; select pg_sleep(5)', '1; select 1', '\\', "\\'", '$1', '%00'];

  it('threat 26: a sort order of one’s own is refused: columns are chosen from a list, where they can be chosen at all', async () => {
    for (const list of LISTS) {
      for (const field of ['sort', '_sort', 'order', 'order_by', 'offset']) {
        const { body } = await admin.get(`/api/admin/${list}?${field}=created_at`).expect(400);
        expect(body.errors).toEqual([{ field, message: expect.stringMatching(/^\w+ (is not a known field|must be one of the following values: [\w, ]+)$/) as string }]);
      }
    }
  });

  it('threat 26: a search finds its text and nothing else, wildcards and quotes included', async () => {
    const id = newId();
    await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'therapist', 'percent@example.org', $2)`, [id, `100%_O'Brien\\--`]);
    for (const q of ['100%', '%_O', "o'brien", '\\--', "100%_o'brien\\--"]) {
      const { body } = await admin.get(`/api/admin/therapists?q=${encodeURIComponent(q)}`).expect(200);
      expect(body).toMatchObject({ total: 1, therapists: [{ id }] });
    }
    await admin.get('/api/admin/therapists?q=%00').expect(400);
    for (const q of ['%%%', '1_0', '_', "o%brien", ...INJECTIONS.filter((text) => text !== '\\')]) {
      const { body } = await admin.get(`/api/admin/therapists?q=${encodeURIComponent(q)}`).expect(200);
      expect({ q, found: body.therapists.length }).toEqual({ q, found: q === '_' ? 1 : 0 });
    }
  });

  it('threat 26: limits are whole numbers from 1 to 200', async () => {
    for (const list of LISTS) {
      for (const limit of ['0', '-1', '201', '1e9', '1.5', 'NaN', 'Infinity', '0x10;', '50 union select 1', '']) {
        await admin.get(`/api/admin/${list}?limit=${encodeURIComponent(limit)}`).expect(400);
      }
      await admin.get(`/api/admin/${list}?limit=200`).expect(200);
    }
  });

  it('threat 26: a cursor that no page gave is refused', async () => {
    const forged = [`${newId()}`, `1.${newId()}.x`, `1).${newId()}`, `99999999999999999.${newId()}`, `-1.${newId()}`, "1.' or 1=1 --", `1 or 1=1.${newId()}`, '.', 'NaN.NaN'];
    for (const list of LISTS) {
      for (const cursor of [...forged.map((text) => Buffer.from(text).toString('base64url')), ...INJECTIONS]) {
        const { body } = await admin.get(`/api/admin/${list}?cursor=${encodeURIComponent(cursor)}`).expect(400);
        expect(body.errors[0].field).toBe('cursor');
      }
      await admin.get(`/api/admin/${list}?cursor=${Buffer.from(`9999999999999999.${newId()}`).toString('base64url')}`).expect(200);
    }
  });

  it('threat 26: filters take the words they know', async () => {
    for (const text of INJECTIONS) {
      await admin.get(`/api/admin/activity?action=${encodeURIComponent(text)}`).expect(400);
      await admin.get(`/api/admin/activity?user_type=${encodeURIComponent(text)}`).expect(400);
      await admin.get(`/api/admin/therapists?status=${encodeURIComponent(text)}`).expect(400);
      await admin.get(`/api/admin/jobs?state=${encodeURIComponent(text)}`).expect(400);
    }
    await admin.get('/api/admin/therapists?q=a&q=b').expect(400);
    expect(await test.database.query(`select to_regclass('users') is not null as there`)).toEqual([{ there: true }]);
  });
});
