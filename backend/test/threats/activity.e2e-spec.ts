import { randomUUID } from 'node:crypto';
import { Activity } from '../../src/common/work/work';
import { ActivityLog, assertContentFree } from '../../src/modules/activity-log/activity-log.service';
import { ChainReport, describeReport } from '../../src/modules/activity-log/chain/chain-report';
import { someone } from '../harness/activity-log-tools';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { book, openPractice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
});
afterAll(() => test.close());

/** As a careless caller would send it. */
const details = (value: object): Activity['details'] => value as Activity['details'];

const CONTENT: [string, string, object][] = [
  ['an address', 'login', { fields: ['nadia@example.org'] }],
  ['a name of two words', 'login', { fields: ['Nadia Öztürk'] }],
  ['a name', 'login', { fields: ['Nadia'] }],
  ['a phone number', 'update_account', { fields: ['+49 30 1234567'] }],
  ['a phone number without signs', 'update_account', { fields: ['t030123456'] }],
  ['a birth date', 'update_account', { fields: ['d1980-02-29'] }],
  ['a sentence', 'update_session_note', { fields: ['She spoke of her sister'] }],
  ['a new line', 'login', { fields: ['name\n2026-11-24 admin login'] }],
  ['a terminal’s command', 'login', { fields: ['name\u001b[2J'] }],
  ['a very long word', 'login', { fields: ['x'.repeat(65)] }],
  ['a text where a count belongs', 'admin_view_activity', { entries: '12' }],
  ['a fraction', 'admin_view_activity', { entries: 1.5 }],
  ['a number that is no number', 'admin_view_activity', { entries: Number.NaN }],
  ['another word than the code holds', 'request_code', { purpose: 'divorce' }],
  ['an object', 'login', { fields: [{ name: 'Nadia' }] }],
  ['a detail nobody declared', 'login', { email: 'nadia@example.org' }],
  ['a detail that every object has', 'login', { constructor: 'x' }],
  ['no id', 'break_glass_open', { therapist_id: 'nadia' }],
  ['an action with content', 'login nadia@example.org', {}],
  ['an action of two lines', 'login\nlogin', {}],
];

describe('threat 37: content in the activity log', () => {
  it.each(CONTENT)('threat 37: %s is refused before it is written, and not repeated in the error', (_, action, content) => {
    let message = '';
    try {
      assertContentFree({ action, details: details(content) });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/^(The activity|The detail|An activity’s action)/);
    for (const text of ['nadia', 'Nadia', '1234567', '030123456', '1980', 'sister', 'divorce', '\n', '\u001b']) expect(message).not.toContain(text);
  });

  it('threat 37: ids, counts, flags and words of the code pass', () => {
    const content = { therapist_id: randomUUID(), section: 'session_notes', rows: 0, fields: ['displayName', 'weekly.1'], verified: false } as const;
    assertContentFree({ action: 'break_glass_read', subjectType: 'client', details: content });
  });

  it('threat 37: a subject that is not declared is refused, and not repeated in the error', () => {
    const refused = (subjectType: string) => () => assertContentFree({ action: 'login', subjectType: subjectType as 'client' });
    for (const subject of ['Nadia Öztürk', 'constructor', '']) expect(refused(subject)).toThrow('The activity login has a subject that is not declared.');
  });

  it('threat 37: a refused entry takes its deed with it', async () => {
    const deed = test.database.transaction(async (tx) => {
      await tx.query(`insert into limit_hits values ('deed', '\\x00', now())`);
      await test.app.get(ActivityLog).record(tx, someone(), { action: 'login', details: details({ email: 'nadia@example.org' }) });
    });
    await expect(deed).rejects.toThrow('The activity login carries a detail that is not declared.');
    expect(await test.database.query(`select from limit_hits where scope = 'deed'`)).toEqual([]);
    expect(await test.database.query(`select from activity_log where details ? 'email'`)).toEqual([]);
  });

  it('threat 37: nothing that people typed, and no address they came from, is in the log of what they did', async () => {
    const canary = `canary${randomUUID().slice(0, 8)}`;
    const typed = (what: string): string => `${canary} ${what}`;
    const email = (who: string): string => `${who}.${canary}@example.org`;
    const practice = await openPractice(test, { name: typed('service'), description: typed('description') });
    const profile = { display_name: typed('therapist'), bio: typed('bio'), timezone: 'America/New_York', custom_slug: canary };
    await practice.therapist.put('/api/therapist/profile', profile).expect(200);
    const { body: booking } = await book(test, practice, { client_name: typed('name'), client_email: email('client'), client_phone: '+49 30 777888', notes: typed('notes') }).expect(201);
    await practice.therapist.put(`/api/therapist/bookings/${booking.id as string}/status`, { status: 'cancelled' }).expect(200);
    const client = await signInClient(test, { email: email('client'), name: typed('client'), trusted: true });
    await client.put('/api/client/account', { name: typed('renamed'), phone: '+49 30 777888', date_of_birth: '1980-02-29' }).expect(200);
    const admin = await signInEmergencyAdmin(test, canary);
    const grant = await admin.post('/api/admin/break-glass', { client: client.email, reason: typed('reason why it is needed'), ...admin.proof() }).expect(201);
    await admin.get(`/api/admin/break-glass/${grant.body.id as string}/record?section=bookings`).expect(200);
    await admin.get(`/api/admin/therapists?q=${canary}`).expect(200);
    await client.browser.post('/api/auth/client/login').query({ email: email('nobody') });
    await book(test, practice, { client_email: email('second'), appointment_date: workday(test, 3) }).expect(201);

    const rows = await test.database.query<{ action: string; details: object; text: string }>(`select action, details, l::text as text from activity_log l`);
    expect(new Set(rows.map(({ action }) => action)).size).toBeGreaterThan(8);
    for (const { action, details: written, text } of rows) {
      assertContentFree({ action, details: details(written) });
      expect(text).not.toContain(canary);
      expect(text).not.toMatch(/@|777888|1980-02|127\.0\.0\.1|\p{Cc}/u);
    }
  });

  it('threat 37: no line of the check’s output holds a control character', () => {
    const message = 'Entry 1 \u001b[2J\r\nThe activity log is in order.\u202e';
    const report: ChainReport = {
      ok: false,
      from_checkpoint: null,
      entries: 1,
      sealed: 1,
      unsealed: 0,
      unmarked: 0,
      seals: 1,
      checkpoints: 0,
      public_key: 'ab',
      head: null,
      problems: [{ kind: 'altered_entry', message }],
      further_problems: 0,
      problem_counts: { altered_entry: 1 },
    };
    const lines = describeReport(report).split('\n');
    expect(lines.filter((line) => /\p{C}/u.test(line))).toEqual([]);
    expect(lines[0]).toBe('The activity log is NOT in order: 1 problem.');
    expect(lines[1]).toMatch(/^ {2}- Entry 1 /);
  });
});
