import { newId } from '../../src/common/database/database';
import { ClientsService } from '../../src/modules/clients/persons/persons.service';
import { auditProblems } from '../harness/activity-log-tools';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { notePeople } from '../harness/noted-people';
import { book, openPractice, Practice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openPractice(test);
});
afterAll(() => test.close());

const sql = (text: string, values: unknown[] = []): Promise<{ [column: string]: unknown }[]> => test.database.query(text, values);
const hasAddress = (id: string, email: string): Promise<boolean> => test.app.get(ClientsService).hasAddress(id, email);

describe('whoever writes an address into the tables', () => {
  it('gets no code for the account, and does not become the client', async () => {
    const client = await signInClient(test);
    await sql('update users set email = $2 where id = $1', [client.id, 'mallory@example.org']);
    const thief = await ClientBrowser.open(test);
    await thief.login('mallory@example.org');
    const [code] = await sql('select user_id from sign_in_codes order by created_at desc, id desc limit 1');
    expect(code).toEqual({ user_id: null });
    await sql('update users set email = $2 where id = $1', [client.id, client.email]);
    await thief.login(client.email);
    const [own] = await sql('select user_id from sign_in_codes order by created_at desc, id desc limit 1');
    expect(own).toEqual({ user_id: client.id });
  });

  it('gets no mail about the person, until the address is theirs again; not by rows of their own among the addresses either', async () => {
    const email = 'vera@example.org';
    const { body } = await book(test, practice, { client_email: email }).expect(201);
    const [row] = (await sql('select client_id as id from bookings where id = $1', [(body as { id: string }).id])) as { id: string }[];
    const id = row?.id ?? '';
    expect([await hasAddress(id, email), await hasAddress(id, 'mallory@example.org')]).toEqual([true, false]);
    const { body: other } = await book(test, practice, { client_email: 'mallory@example.org', appointment_time: '14:00' }).expect(201);
    // Another person's row, and one without a mark, under this person's id.
    await sql(
      `insert into person_addresses (person_id, email_hash, at, mark)
       select $1, a.email_hash, now() + interval '1 hour', a.mark from person_addresses a join bookings b on b.client_id = a.person_id where b.id = $2`,
      [id, (other as { id: string }).id],
    );
    expect([await hasAddress(id, email), await hasAddress(id, 'mallory@example.org')]).toEqual([true, false]);
    await expect(sql('delete from person_addresses where person_id = $1', [id])).rejects.toThrow('permission denied');
    await expect(sql('update person_addresses set mark = mark where person_id = $1', [id])).rejects.toThrow('permission denied');
  });

  it('becomes nobody by a code of their own, whichever of the two tables they write to', async () => {
    const email = `victim-${newId()}@example.org`;
    const { body } = await book(test, practice, { client_email: email, appointment_time: '16:00' }).expect(201);
    const [victim] = (await sql('select client_id as id from bookings where id = $1', [(body as { id: string }).id])) as { id: string }[];
    // The account's address, after its code was mailed to the thief.
    const [first, second] = [`m-${newId()}@example.org`, `m-${newId()}@example.org`];
    const asked = async (own: string): Promise<{ browser: ClientBrowser; code: string }> => {
      const browser = await ClientBrowser.open(test);
      await browser.register(own).expect(201);
      await browser.login(own).expect(200);
      await browser.post('/api/auth/client/code').expect(202);
      return { browser, code: await mailedCode(test, own) };
    };
    const one = await asked(first);
    await sql('update users set email = $2 where email = $1', [first, email]);
    await one.browser.verify({ email: first, code: one.code }).expect(401);
    // The victim's address, so that the thief's is found there.
    const two = await asked(second);
    await sql('update clients set email = $2 where id = $1', [victim?.id, second]);
    await two.browser.verify({ email: second, code: two.code }).expect(200);
    expect((await two.browser.get('/api/client/dashboard').expect(200)).body).toMatchObject({ counts: { upcoming: 0 } });
    await book(test, practice, { client_email: second, appointment_time: '17:00' }).expect(409);
    expect(await sql('select id from users where id = $1', [victim?.id])).toEqual([]);
  });

  it('somebody without a noted address is nobody’s since people of before were adopted, and is named', async () => {
    const id = newId();
    await sql(`insert into clients (id, email, name) values ($1, 'before@example.org', 'Before')`, [id]);
    expect([await hasAddress(id, 'before@example.org'), await hasAddress(id, 'thief@example.org')]).toEqual([false, false]);
    expect(await auditProblems(test)).toContainEqual({ kind: 'foreign_row', id });
    const thief = await ClientBrowser.open(test);
    await thief.register('thief@example.org').expect(201);
    await thief.login('thief@example.org').expect(200);
    await thief.post('/api/auth/client/code').expect(202);
    await sql(`update clients set email = 'thief@example.org' where id = $1`, [id]);
    await thief.verify({ email: 'thief@example.org', code: await mailedCode(test, 'thief@example.org') }).expect(409);
    await sql(`update clients set email = 'before@example.org' where id = $1`, [id]);
    expect(await notePeople(test.app)).toBeGreaterThanOrEqual(1);
    expect([await hasAddress(id, 'before@example.org'), await hasAddress(id, 'thief@example.org')]).toEqual([true, false]);
  });
});
