import { KnownPeople } from '../../src/modules/session-notes/analyses/known-people';
import { analyse, startAnalysing } from '../harness/note-analyses';
import { addForm, completeForm, question } from '../harness/intake-forms';
import { OpenAiStandIn, startOpenAi } from '../harness/openai-stand-in';
import { TestWorker } from '../harness/outbox-worker';
import { addAppointment, NotePractice, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

/** In every field of a record that gives somebody a name. The name that forms are signed with in the tests is Nadia. */
const NAMES = {
  account: 'Aurelia Quandt',
  person: 'Relia Quandt',
  booked: 'Belinda Quandt',
  bookedEarlier: 'Lindy Quandt-Vogel',
  answered: 'Ginevra',
  therapist: 'Cornelius Obermeier',
  profile: 'Dr. Nelius Obermayr',
  contact: 'Theodora Fink',
  doctor: 'Dr. Yevgenia Pohl',
  children: ['Xaver', 'Wendelin'],
};
const CONTACTS = { phone: '030 5557711', contactPhone: '+49 171 9998877', doctorMail: 'praxis@pohl.example' };
/** Every column of the database that is called a name, and what of it the record's fields are; the others name nobody, or nobody of the record. */
const NAME_COLUMNS = ['administrators.username', 'bookings.client_name', 'bookings.service_name', 'calendar_sources.name', 'client_names.name', 'clients.name', 'intake_requests.signed_name', 'services.name', 'session_note_files.filename', 'therapist_profiles.display_name', 'time_off.name', 'users.name'];
const someSentence: unknown = expect.stringMatching(/in so many ways.*It was not sent\./);
const NOTHING = { themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [] };

let endpoint: OpenAiStandIn;
let test: TestApp;
let worker: TestWorker;
let practice: NotePractice;

beforeAll(async () => {
  endpoint = await startOpenAi();
  test = await startTestApp(endpoint.environment);
  worker = await startAnalysing(test, endpoint.environment);
  practice = await openNotePractice(test);
  await nameEverybody();
});
afterAll(async () => {
  await worker.stop();
  await test.close();
  await endpoint.close();
  expect(endpoint.problems).toEqual([]);
});

async function nameEverybody(): Promise<void> {
  const { therapist, clientId, bookingId } = practice;
  const form = await addForm(test, therapist.id, [
    question('q_called', 'text', { question: 'What would you like to be called?' }),
    question('q_contact', 'text', { question: 'Whom may I call in an emergency?', help_text: 'Name and telephone number.' }),
    question('q_doctor', 'text', { question: 'Your doctor', help_text: 'Name and address' }),
    question('q_children', 'textarea', { question: 'Names and ages of your children' }),
    question('q_pills', 'text', { question: 'Names and doses of your medication' }),
  ]);
  await completeForm(test, therapist, { id: form, clientId }, {
    q_called: NAMES.answered,
    q_contact: `my aunt ${NAMES.contact}, ${CONTACTS.contactPhone}`,
    q_doctor: `${NAMES.doctor}, ${CONTACTS.doctorMail}`,
    q_children: 'Xaver (8) and Wendelin (5)',
    q_pills: 'Sertraline 50 mg',
  });
  const other = await addAppointment(test, therapist.id);
  await test.database.query('update bookings set client_id = $2, client_name = $3, client_phone = $4 where id = $1', [other.bookingId, clientId, NAMES.bookedEarlier, CONTACTS.phone]);
  await test.database.query('update bookings set client_name = $2 where id = $1', [bookingId, NAMES.booked]);
  await test.database.query('update clients set name = $2 where id = $1', [clientId, NAMES.person]);
  await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', 'quandt@mail.example', $2)`, [clientId, NAMES.account]);
  await test.database.query('update users set name = $2 where id = $1', [therapist.id, NAMES.therapist]);
  await therapist.post('/api/therapist/profile', { display_name: NAMES.profile, timezone: 'UTC' });
  await test.database.query('update therapist_profiles set display_name = $2 where therapist_id = $1', [therapist.id, NAMES.profile]);
}

it('none of the names that a field of the record holds reaches the model, and each is put back where it stood', async () => {
  const everybody = Object.values(NAMES).flat();
  const lines = [
    'Nadia signed.',
    ...everybody.map((name, index) => `Sentence ${index} is about ${name} and ${name.split(/[\s-]+/).at(-1)?.toUpperCase()}.`),
    ...Object.values(CONTACTS).map((contact) => `Reached by ${contact} at noon.`),
    'She takes sertraline and sees Zacharias, whom no field knows.',
  ];
  endpoint.forbidden.push('Nadia', ...everybody.flatMap((name) => name.split(/[\s-]+/)).filter((part) => part !== 'Dr.'), '5557711', '9998877', 'pohl.example');
  endpoint.answer(({ text }) => {
    const { note } = JSON.parse(text) as { note: string };
    return { value: { ...NOTHING, summary: note.split('\n').map((line) => ({ text: line, quotes: [line] })) } };
  });
  // So many names of one person as this record has do not stand in one text.
  for (let first = 0; first < lines.length; first += 4) {
    const content = lines.slice(first, first + 4).join('\n');
    const note = await writeNote(practice.therapist, { content, booking_id: practice.bookingId });
    const draft = await analyse(practice.therapist, note.id);
    expect(draft).toMatchObject({ state: 'done', engine: 'openai', dropped: 0 });
    expect(draft.result?.summary.map(({ citations }) => citations[0]?.quote)).toEqual(content.split('\n'));
    expect(JSON.stringify(draft.result)).not.toMatch(/\[(?:X*CLIENT|X*THERAPIST|X*PERSON)/);
  }
  const sent = endpoint.requests.map(({ text }) => (JSON.parse(text) as { note: string }).note).join('\n');
  expect(sent).toContain('She takes sertraline and sees Zacharias');
  expect(sent).toContain('[CLIENT]');
  expect(new Set(sent.match(/\[PERSON_\d\]/g)).size).toBe(4);
});

it('a text that calls one person by many names is not sent: it asks which of them the record knows', async () => {
  const content = `${[NAMES.account, NAMES.person, NAMES.booked, NAMES.bookedEarlier, NAMES.answered].flatMap((name) => [name, name.split(' ')[0]]).join(', ')} or somebody else.`;
  const asked = endpoint.requests.length;
  const note = await writeNote(practice.therapist, { content, booking_id: practice.bookingId });
  expect(await analyse(practice.therapist, note.id)).toMatchObject({ state: 'done', engine: 'rules', model_failure: someSentence });
  expect(endpoint.requests).toHaveLength(asked);
});

it('what a stranger calls a client who is known changes no words of a note, and of a stranger’s account nothing is told', async () => {
  const { therapist } = practice;
  const people = test.app.get(KnownPeople);
  const { bookingId, clientId } = await addAppointment(test, therapist.id);
  await test.database.query('update bookings set by_stranger = true, client_name = $2 where id = $1', [bookingId, 'Qqq']);
  await test.database.query('update clients set name = $2 where id = $1', [clientId, 'Xanthippe Kowalczyk']);
  const [stranger] = await people.list(therapist.id, clientId);
  expect([stranger?.names, stranger?.saidNames]).toEqual([['Qqq'], []]);
  const other = await addAppointment(test, therapist.id);
  await test.database.query('update bookings set client_id = $2, client_name = $3 where id = $1', [other.bookingId, clientId, 'Xenia']);
  const [client] = await people.list(therapist.id, clientId);
  expect([client?.names.toSorted(), client?.saidNames]).toEqual([['Xanthippe Kowalczyk', 'Xenia'], ['Qqq']]);
});

it('whichever of two merged records a note belongs to, the names of both are kept back, and whom they named', async () => {
  const { therapist } = practice;
  const [one, other] = [await addAppointment(test, therapist.id), await addAppointment(test, therapist.id)];
  await test.database.query(`update bookings set client_name = case id when $1 then 'Ulrike Amsel' else 'Rike Amsel-Drossel' end where id in ($1, $2)`, [one.bookingId, other.bookingId]);
  const form = await addForm(test, therapist.id, [question('q_contact', 'text', { question: 'Whom may I call in an emergency?' })]);
  await completeForm(test, therapist, { id: form, clientId: other.clientId }, { q_contact: 'Konrad Star' });
  await therapist.post(`/api/therapist/clients/${one.clientId}/merged`, { client_id: other.clientId }).expect(200);
  for (const { clientId } of [one, other]) {
    const people = await test.app.get(KnownPeople).list(therapist.id, clientId);
    expect(people.flatMap(({ names }) => names)).toEqual(expect.arrayContaining(['Ulrike Amsel', 'Rike Amsel-Drossel', 'Konrad Star']));
  }
});

it('no column that is called a name is forgotten', async () => {
  const columns = await test.database.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and table_name <> 'migrations' and column_name like '%name%' order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual(NAME_COLUMNS);
});
