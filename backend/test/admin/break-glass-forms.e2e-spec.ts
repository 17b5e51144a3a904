import { PUBLISHED } from '../../src/modules/intake-forms/scoring/instruments';
import { EmergencyAdmin, signInEmergencyAdmin } from '../harness/break-glass';
import { addForm, completeForm, question } from '../harness/intake-forms';
import { book, openPractice, Practice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let admin: EmergencyAdmin;
let practice: Practice;
let other: Practice;
let clientId: string;
let bookingId: string;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
  admin = await signInEmergencyAdmin(test);
  practice = await openPractice(test);
  other = await openPractice(test);
  bookingId = ((await book(test, practice, { client_email: 'nadia@example.org' }).expect(201)).body as { id: string }).id;
  await book(test, other, { client_email: 'foreign@example.org' }).expect(201);
  clientId = await clientOf('nadia@example.org');
});
afterAll(() => test.close());

async function clientOf(email: string): Promise<string> {
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where client_email = $1', [email]);
  return row?.client_id ?? '';
}

const read = (grantId: string, section: string) => admin.get(`/api/admin/break-glass/${grantId}/record?section=${section}`);

it('shows completed forms with answers and score, and where sessions took place; nothing that is not signed', async () => {
  const item = { question: PUBLISHED['phq-9'].items[8] ?? '', options: [...PUBLISHED['phq-9'].options] };
  const scored = PUBLISHED['phq-9'].items.map((text, index) => question(`q_${index}`, 'radio', { ...item, question: text }));
  const [therapist, foreign] = [practice.therapist, other.therapist];
  const formId = await addForm(test, therapist.id, scored, { instrument: 'phq-9', title: 'PHQ-9' });
  const answers = Object.fromEntries(scored.map(({ id }, index) => [id, item.options[index === 8 ? 2 : 0]]));
  const id = await completeForm(test, therapist, { id: formId, clientId }, answers);
  await therapist.post('/api/therapist/intake-requests', { form_id: formId, client_id: clientId }).expect(201);
  await completeForm(test, foreign, { id: await addForm(test, foreign.id, [question('q_a')]), clientId: await clientOf('foreign@example.org') }, { q_a: 'foreign answer' });
  const { body: grant } = await admin.post('/api/admin/break-glass', { client: 'nadia@example.org', reason: 'The therapist is in hospital; a client asked.', ...admin.proof() }).expect(201);
  const forms = (await read(grant.id, 'intake_forms').expect(200)).body;
  expect(forms.rows).toMatchObject([{ id, therapist_name: 'Dr. Test', title: 'PHQ-9', version: 1, signed_name: '+Nadia', score: { sum: 2, self_harm: 2, self_harm_answer: 'More than half the days' } }]);
  expect(forms.rows[0].answers).toHaveLength(9);
  await test.database.query(`update bookings set place_kind = 'in-person', place_detail = '12 Willow Lane' where id = $1`, [bookingId]);
  expect((await read(grant.id, 'bookings').expect(200)).body.rows).toMatchObject([{ place_kind: 'in-person', place_detail: '12 Willow Lane' }]);
  const [deed] = await test.database.query(`select details from activity_log where action = 'break_glass_read' and subject_id = $1 order by seq limit 1`, [grant.id]);
  expect(deed).toEqual({ details: { section: 'intake_forms', rows: 1 } });
});
