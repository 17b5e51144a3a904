import * as supertest from 'supertest';
import { SYSTEM_ACTOR } from '../../../src/common/access/actor';
import { ColumnCipher } from '../../../src/common/crypto/column-cipher';
import { newId } from '../../../src/common/database/database';
import { Works } from '../../../src/common/work/work';
import { newToken } from '../../../src/common/crypto/tokens';
import { WaitingRepository } from '../../../src/modules/bookings/waiting-list/waiting.repository';
import { TrustedBrowserRepository } from '../../../src/modules/clients/sign-in/trusted-browser.repository';
import { SessionService } from '../../../src/modules/auth/sessions/session.service';
import { endGrants, EmergencyAdmin, signInEmergencyAdmin } from '../break-glass';
import { newAddress } from '../client-browser';
import { addNote, addPlan } from '../client-record';
import { addForm, newestToken, question } from '../intake-forms';
import { addFile } from '../note-files';
import { book, manageToken, openPractice, Practice, proveBookings, workday } from '../practice';
import { PLANS } from '../care-plans';
import { sealInto } from '../sealed-values';
import { AnalysedText } from '../../../src/modules/session-notes/analyses/analysed-text';
import { AnalysisRepository } from '../../../src/modules/session-notes/analyses/analysis.repository';
import { NOTES } from '../session-notes';
import { SignedInClient, signInClient } from '../signed-in-client';
import { startTestApp, TestApp } from '../test-app';
import { ActorName, Sent } from './row';

export type Letter = 'a' | 'b';
export type Owner = 'client a' | 'client b' | 'therapist a' | 'therapist b' | 'unverified' | 'administrator' | 'other administrator';

/** Something that can be recognised in an answer, and whose it is. */
export interface Canary {
  owner: Owner;
  kind: 'id' | 'email' | 'name' | 'content';
  value: string;
}

/** A therapist with a client: a knows nothing of b. */
export interface Pair {
  practice: Practice;
  client: SignedInClient;
  /** Open appointments that a question may use up. */
  spare: string[];
  upcoming: string;
  completed: string;
  serviceId: string;
  /** An intake form. */
  formId: string;
}

export const ABSENT = '0192d3a4-0000-7000-8000-000000000000';
const LIMITS = { BOOKING_LIMIT_PER_IP: '100000', BOOKING_WAVE_LIMIT: '100000', ADMIN_FAILURE_LIMIT: '100000' };
const CLIENT_LIMITS = { CLIENT_UNKNOWN_LIMIT_PER_IP: '100000', CLIENT_UNKNOWN_LIMIT_PER_SUBNET: '100000', CLIENT_UNKNOWN_LIMIT: '100000' };
const SPARE = 10;
const TIMES = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'];

/** Two therapists with a client each, somebody who has only registered, and two administrators; all have things of their own. */
export class World {
  private booked = 0;
  readonly canaries: Canary[] = [];

  private constructor(
    readonly test: TestApp,
    readonly a: Pair,
    readonly b: Pair,
    readonly unverified: SignedInClient,
    readonly administrator: EmergencyAdmin,
    readonly otherAdministrator: EmergencyAdmin,
  ) {}

  static async make(): Promise<World> {
    const test = await startTestApp({ ...LIMITS, ...CLIENT_LIMITS, SESSION_IDLE_MINUTES: '6000', SESSION_ABSOLUTE_HOURS: '1000' });
    const unverified = await signInClient(test, { email: 'unverified-canary@example.org', name: 'Unverified Canary', verified: false });
    const world = new World(test, await makePair(test, 'a'), await makePair(test, 'b'), unverified, await signInEmergencyAdmin(test, 'canary-admin'), await signInEmergencyAdmin(test, 'canary-other-admin'));
    for (const letter of ['a', 'b'] as const) await world.furnish(letter);
    world.canaries.push(
      { owner: 'unverified', kind: 'id', value: unverified.id },
      { owner: 'unverified', kind: 'email', value: unverified.email },
      { owner: 'unverified', kind: 'name', value: unverified.name },
      { owner: 'administrator', kind: 'id', value: world.administrator.id },
      { owner: 'administrator', kind: 'name', value: world.administrator.username },
      { owner: 'other administrator', kind: 'id', value: world.otherAdministrator.id },
      { owner: 'other administrator', kind: 'name', value: world.otherAdministrator.username },
    );
    // Whoever asked for a code a moment ago may ask again.
    test.clock.advance(61_000);
    return world;
  }

  pair(letter: Letter): Pair {
    return this[letter];
  }

  close(): Promise<void> {
    return this.test.close();
  }

  /** What is in that therapist's profile already. */
  profileOf(letter: Letter): object {
    return { display_name: nameOf(letter), timezone: 'America/New_York', custom_slug: this.pair(letter).practice.slug };
  }

  /** What that therapist's intake form asks. */
  formOf(letter: Letter): object {
    return { title: formOf(letter), questions: [{ id: 'q_1', type: 'text', question: formOf(letter) }] };
  }

  /** An open appointment of that pair, made now. */
  async newBooking(letter: Letter): Promise<string> {
    const { practice, client } = this.pair(letter);
    const date = workday(this.test, 2 + Math.floor(this.booked / TIMES.length));
    const wanted = { client_name: client.name, client_email: client.email, client_phone: phoneOf(letter), notes: noteOf(letter), appointment_date: date };
    const { body } = await book(this.test, practice, { ...wanted, appointment_time: TIMES[this.booked % TIMES.length] }).expect(201);
    this.booked += 1;
    return body.id as string;
  }

  /** A mail about an appointment of that pair that was sent. */
  async newMail(letter: Letter): Promise<string> {
    await this.test.database.query(`delete from limit_hits where scope like 'booking-mails-again%'`);
    const [row] = await this.test.database.query<{ id: string }>(
      `update outbox set state = 'done', finished_at = now() where id = (select o.id from outbox o join booking_events e on e.id::text = o.payload ->> 'booking_event_id'
         where o.job = 'send-booking-mail' and e.booking_id = $1 order by o.created_at desc limit 1) returning id`,
      [this.pair(letter).upcoming],
    );
    return row?.id ?? '';
  }

  /** A free time that nobody was given yet. */
  freeTime(): { date: string; time: string } {
    this.booked += 1;
    return { date: workday(this.test, 2 + Math.floor(this.booked / TIMES.length)), time: TIMES[this.booked % TIMES.length] ?? '' };
  }

  token(bookingId: string): Promise<string> {
    return manageToken(this.test, bookingId);
  }

  /** A form that the client of that pair was just asked to fill in; answered and completed, if that is wanted. */
  async newFormRequest(letter: Letter, isCompleted = false): Promise<{ id: string; token: string }> {
    const { practice, client } = this.pair(letter);
    await this.test.database.query(`delete from limit_hits where scope like 'intake-%'`);
    const form_id = await addForm(this.test, practice.therapist.id, [question('q_a', 'textarea')], { title: formOf(letter) });
    const { body } = await practice.therapist.post('/api/therapist/intake-requests', { form_id, client_id: client.id }).expect(201);
    const token = await newestToken(this.test);
    if (isCompleted) {
      await client.put('/api/forms/answer', { token, version: 1, question_id: 'q_a', value: answerOf(letter) }).expect(200);
      await client.post('/api/forms/complete', { token, version: 1, signed_name: client.name }).expect(200);
    }
    return { id: body.id as string, token };
  }

  /** A note of that pair, made now. */
  async newNote(letter: Letter, { signed = false, drafted = false, shared = false }: { signed?: boolean; drafted?: boolean; shared?: boolean }): Promise<string> {
    const { practice, client } = this.pair(letter);
    await this.test.database.query(`delete from limit_hits where scope = 'session-note-saves'`);
    const text = shared ? recordOf(letter) : hiddenOf(letter);
    const { body } = await practice.therapist.post(NOTES, { title: text, content: text, tags: [hiddenOf(letter)], client_id: client.id, is_client_visible: shared }).expect(201);
    const id = body.id as string;
    if (signed) await practice.therapist.post(`/api/therapist/session-notes/${id}/sign`, {}).expect(200);
    if (drafted) await practice.therapist.put(`${NOTES}/${id}/draft`, this.draftOf(letter)).expect(200);
    return id;
  }

  /** A care plan of that pair, made now; one that its client never sees, may come to see, or sees. */
  async newPlan(letter: Letter, kind: 'hidden' | 'to be shown' | 'published' = 'hidden'): Promise<{ id: string; goalId: string; actionId: string }> {
    const { practice, client } = this.pair(letter);
    await this.test.database.query(`delete from limit_hits where scope like 'care-plan-%'`);
    const text = kind === 'hidden' ? hiddenOf(letter) : recordOf(letter);
    const { body } = await practice.therapist.post(PLANS, { client_id: client.id, title: text, description: text, actions: [{ text }], goals: [{ text, progress: 10 }] }).expect(201);
    const { id, goals, actions } = body as { id: string; goals: { id: string }[]; actions: { id: string }[] };
    if (kind === 'published') await practice.therapist.post(`${PLANS}/${id}/publish`, {}).expect(200);
    return { id, goalId: goals[0]?.id ?? '', actionId: actions[0]?.id ?? '' };
  }

  /** What a therapist makes for somebody new. */
  newAppointment(): object {
    const { date, time } = this.freeTime();
    return { client_name: 'New Client', client_email: 'new-client@example.org', appointment_date: date, appointment_time: time };
  }

  newSeries(): object {
    const { client_name, client_email, appointment_date, appointment_time } = this.newAppointment() as Record<string, string>;
    return { client_name, client_email, appointment_time, every_weeks: 1, dates: [appointment_date] };
  }

  timeOffOf(letter: Letter): object {
    return { kind: 'holiday', name: hiddenOf(letter), first_date: '2031-05-01', keep_appointments: true };
  }

  /** Days that cannot be booked. */
  async newTimeOff(letter: Letter): Promise<string> {
    const { body } = await this.pair(letter).practice.therapist.post('/api/therapist/time-off', this.timeOffOf(letter)).expect(201);
    return body.id as string;
  }

  /** Somebody who waits for a time. */
  async newWaiting(letter: Letter): Promise<string> {
    const { practice } = this.pair(letter);
    const now = this.test.clock.now();
    const waiting = this.test.app.get(WaitingRepository, { strict: false });
    const details = { client_name: hiddenOf(letter), client_email: `waits-${newId()}@example.org`, wishes: [{ weekday: null, from: '09:00', until: '17:00' }] };
    const row = { id: newId(), therapist_id: practice.therapist.id, service_id: practice.serviceId, created_at: now, expires_at: new Date(now.getTime() + 86_400_000) };
    await this.test.app.get(Works, { strict: false }).begin(SYSTEM_ACTOR, async (work) => {
      await waiting.insertRequest({ ...row, details, token: newToken(), network: row.id }, work.tx);
      await waiting.confirm(row.id, now, row.expires_at, work.tx);
    });
    return row.id;
  }

  /** A file of a note, one that could not be read. */
  async newNoteFile(letter: Letter): Promise<{ noteId: string; fileId: string }> {
    const noteId = await this.newNote(letter, {});
    await this.test.database.query(`delete from limit_hits where scope in ('note-file-uploads', 'note-file-retries')`);
    const { id: fileId } = await addFile(this.pair(letter).practice.therapist, noteId, undefined, `${hiddenOf(letter)}.png`);
    await this.test.database.query(`update session_note_files set processing_status = 'error', error_reason = 'effort' where id = $1`, [fileId]);
    const pageId = newId();
    await this.test.database.query(`insert into session_note_file_pages (id, file_id, page, tries, engine, text, read_at) values ($1, $2, 1, 1, 'tesseract', '', now())`, [pageId, fileId]);
    await sealInto(this.test.database, this.test.app.get(ColumnCipher), 'session_note_file_pages', pageId, { text: hiddenOf(letter) });
    return { noteId, fileId };
  }

  /** A note of that pair with an analysis that can be accepted. */
  async newAnalysis(letter: Letter): Promise<{ noteId: string; analysisId: string }> {
    const noteId = await this.newNote(letter, {});
    return { noteId, analysisId: await this.analysed(letter, { noteId, fileId: null }, AnalysedText.ofNote(hiddenOf(letter))) };
  }

  /** The same of a file that was read. */
  async newFileAnalysis(letter: Letter): Promise<{ noteId: string; fileId: string; analysisId: string }> {
    const { noteId, fileId } = await this.newNoteFile(letter);
    await this.test.database.query(`update session_note_files set processing_status = 'completed', error_reason = null where id = $1`, [fileId]);
    return { noteId, fileId, analysisId: await this.analysed(letter, { noteId, fileId }, AnalysedText.ofPages([{ page: 1, text: hiddenOf(letter) }])) };
  }

  private analysed(letter: Letter, { noteId, fileId }: { noteId: string; fileId: string | null }, { digest }: AnalysedText): Promise<string> {
    const [repository, at] = [this.test.app.get(AnalysisRepository), this.test.clock.now()];
    const of = { note_id: noteId, file_id: fileId, therapist_id: this.pair(letter).practice.therapist.id };
    const statement = { text: hiddenOf(letter), citations: [{ quote: hiddenOf(letter), start: 0, end: hiddenOf(letter).length }] };
    const lists = { summary: [statement], themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [], remarks: [] };
    const result = { analysis: { engine: { name: 'rules', version: '1' }, ...lists }, digest };
    const end = { engine: 'rules' as const, model: '1', prompt_version: null, input_tokens: null, output_tokens: null, milliseconds: 1, dropped: 0, model_failure: null, note_version: 1 };
    return this.test.app.get(Works).begin(SYSTEM_ACTOR, async ({ tx }) => {
      const id = await repository.insertDraft(of, at, tx);
      await repository.finish({ id, ...of }, result, end, at, tx);
      return id;
    });
  }

  /** A draft of a note of that therapist that was never saved. @returns its id */
  async newNoteDraft(letter: Letter): Promise<string> {
    const id = newId();
    await this.test.database.query('delete from session_note_drafts where draft_id is not null');
    await this.pair(letter).practice.therapist.put(`${NOTES}/drafts/${id}`, this.draftOf(letter)).expect(200);
    return id;
  }

  private draftOf(letter: Letter): object {
    return { title: hiddenOf(letter), content: hiddenOf(letter), saved_at: this.test.clock.now().toISOString() };
  }

  /** A further session of that person, e.g. to be ended. @returns its id */
  async newSession(id: string, userType: 'client' | 'therapist' | 'admin'): Promise<string> {
    const sessions = this.test.app.get(SessionService);
    const { session } = await this.test.app.get(Works).begin(SYSTEM_ACTOR, (work) => sessions.begin(work, { id, userType }, { address: '127.0.0.1', browser: 'Spare browser' }));
    return session.sessionId;
  }

  async newTrustedBrowser(clientId: string): Promise<string> {
    const id = newId();
    const now = this.test.clock.now();
    const times = { created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 90 * 86_400_000) };
    const browser = { id, user_id: clientId, browser_hash: Buffer.from(id), label: 'Spare browser', ...times };
    await this.test.app.get(Works).begin(SYSTEM_ACTOR, ({ tx }) => this.test.app.get(TrustedBrowserRepository).insertTrust(browser, tx));
    return id;
  }

  async newFailedJob(): Promise<string> {
    const id = newId();
    const failed = `insert into outbox (id, queue, job, payload, state, attempts, last_error, finished_at) values ($1, 'mail', 'send-booking-mail', $2, 'failed', 18, 'The server does not answer.', now())`;
    await this.test.database.query(failed, [id, JSON.stringify({ booking_event_id: newId(), recipient: 'client' })]);
    return id;
  }

  async newGrant(admin: EmergencyAdmin, letter: Letter): Promise<string> {
    await endGrants(this.test);
    const opened = { client: this.pair(letter).client.email, reason: `canary reason of ${admin.username}`, ...admin.proof() };
    const { body } = await admin.post('/api/admin/break-glass', opened).expect(201);
    return body.id as string;
  }

  /** Sends a question's request as that actor does: with their cookies, the CSRF token and an origin. */
  /** @param pastTheLane what visitors read is asked for so that it goes the usual way: with a length */
  async ask(actor: ActorName, method: string, path: string, { query, body }: Sent, pastTheLane = false): Promise<supertest.Response> {
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const browser = await this.browser(actor);
    const request = browser(verb, path).set(pastTheLane ? { 'Content-Length': '0' } : {});
    if (query) void request.query(query);
    return verb === 'get' ? request : request.send(body ?? {});
  }

  private async browser(actor: ActorName): Promise<(verb: 'get' | 'post' | 'put' | 'delete', path: string) => supertest.Test> {
    const plain = supertest.default(this.test.app.getHttpServer());
    if (actor === 'visitor') return (verb, path) => plain[verb](path).set('X-Forwarded-For', newAddress());
    const signedIn = { unverified: this.unverified, 'client a': this.a.client, 'client b': this.b.client }[actor as string];
    if (signedIn) return (verb, path) => signedIn[verb](path);
    const sender = actor === 'administrator' ? this.administrator : this.pair(actor === 'therapist a' ? 'a' : 'b').practice.therapist;
    return (verb, path) => sender[verb](path);
  }

  private async furnish(letter: Letter): Promise<void> {
    const pair = this.pair(letter);
    const { practice, client } = pair;
    await practice.therapist.put('/api/therapist/profile', this.profileOf(letter)).expect(200);
    for (let left = SPARE; left > 0; left -= 1) pair.spare.push(await this.newBooking(letter));
    pair.upcoming = await this.newBooking(letter);
    pair.completed = await this.newBooking(letter);
    await practice.therapist.put(`/api/therapist/bookings/${pair.completed}/status`, { status: 'completed' }).expect(200);
    pair.formId = (await practice.therapist.post('/api/therapist/intake-forms', this.formOf(letter)).expect(201)).body.id as string;
    await addRecord(this.test, practice.therapist.id, client.id, letter);
    const owners = { client: `client ${letter}`, therapist: `therapist ${letter}` } as const;
    this.canaries.push(
      { owner: owners.client, kind: 'id', value: client.id },
      { owner: owners.client, kind: 'email', value: client.email },
      { owner: owners.client, kind: 'name', value: client.name },
      { owner: owners.client, kind: 'content', value: noteOf(letter) },
      { owner: owners.client, kind: 'content', value: phoneOf(letter) },
      { owner: owners.client, kind: 'content', value: recordOf(letter) },
      { owner: owners.client, kind: 'content', value: answerOf(letter) },
      { owner: owners.client, kind: 'id', value: pair.upcoming },
      { owner: owners.client, kind: 'id', value: pair.completed },
      { owner: owners.therapist, kind: 'content', value: hiddenOf(letter) },
      { owner: owners.therapist, kind: 'content', value: formOf(letter) },
      { owner: owners.therapist, kind: 'id', value: pair.formId },
      { owner: owners.therapist, kind: 'id', value: practice.therapist.id },
      { owner: owners.therapist, kind: 'email', value: practice.therapist.email },
      { owner: owners.therapist, kind: 'name', value: nameOf(letter) },
    );
  }
}

const nameOf = (letter: Letter): string => `Dr. Canary ${letter.toUpperCase()}`;
export const noteOf = (letter: Letter): string => `booking note canary ${letter}`;
export const phoneOf = (letter: Letter): string => `+49 30 000 ${letter === 'a' ? '11111' : '22222'}`;
const answerOf = (letter: Letter): string => `answer canary ${letter}`;
const recordOf = (letter: Letter): string => `record canary ${letter}`;
const formOf = (letter: Letter): string => `intake form canary ${letter}`;
const hiddenOf = (letter: Letter): string => `hidden note canary ${letter}`;

async function makePair(test: TestApp, letter: Letter): Promise<Pair> {
  const practice = await openPractice(test, { name: `Service canary ${letter}` });
  const email = `client-${letter}-canary@example.org`;
  const name = `Client Canary ${letter.toUpperCase()}`;
  // Booked before there is an account: the person becomes the client's own with the proof.
  await book(test, practice, { client_name: name, client_email: email, client_phone: phoneOf(letter), notes: noteOf(letter), appointment_time: '09:00' }).expect(201);
  await proveBookings(test, email);
  const client = await signInClient(test, { email, name, trusted: true });
  return { practice, client, spare: [], upcoming: '', completed: '', serviceId: practice.serviceId, formId: '' };
}

async function addRecord(test: TestApp, therapistId: string, clientId: string, letter: Letter): Promise<void> {
  for (const visible of [true, false]) {
    const text = visible ? recordOf(letter) : hiddenOf(letter);
    await addNote(test, { therapistId, clientId, title: text, content: text, visible });
  }
  await addPlan(test, { therapistId, clientId, title: recordOf(letter) });
}
