import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { newId } from '../common/database/database';
import { Work } from '../common/work/work';
import { DAY_MS } from '../modules/scheduling/rules/calendar';
import { DEMO_PEOPLE } from './demo-people';
import { DEMO_CARE_PLANS, DEMO_SESSION_NOTES } from './demo-texts';

/** A completed appointment of the demo practice that a note can be about. */
export interface DemoSession {
  bookingId: string;
  clientId: string;
  endedAt: Date;
}

/** The first people of the demo practice have an account: anybody can sign in as them with the code from the demo mailbox. */
const ACCOUNTS = 2;

/** Session notes, care plans and client accounts of the demo practice. */
@Injectable()
export class DemoRecord {
  constructor(private readonly cipher: ColumnCipher) {}

  /** @param people ids in the order of DEMO_PEOPLE. @param sessions completed ones, newest first */
  async add(work: Work, therapistId: string, people: readonly string[], sessions: readonly DemoSession[]): Promise<void> {
    for (const [index, clientId] of people.slice(0, ACCOUNTS).entries()) {
      await this.addAccount(work, clientId, index);
      const own = sessions.filter((session) => session.clientId === clientId).slice(0, DEMO_SESSION_NOTES.length);
      for (const [nth, session] of own.entries()) await this.addNote(work, therapistId, session, nth);
      for (const [nth] of DEMO_CARE_PLANS.entries()) await this.addPlan(work, therapistId, clientId, nth);
    }
  }

  private async addAccount(work: Work, clientId: string, index: number): Promise<void> {
    const person = DEMO_PEOPLE[index];
    if (!person) return;
    const now = work.now();
    await work.tx.query(`insert into users (id, user_type, email, name, created_at) values ($1, 'client', $2, $3, $4)`, [clientId, person.email, person.name, now]);
    await work.tx.query('insert into client_accounts (client_id, phone, registered_at, verified_at) values ($1, $2, $3, $3)', [clientId, person.phone, now]);
  }

  private async addNote({ tx }: Work, therapistId: string, session: DemoSession, nth: number): Promise<void> {
    const note = DEMO_SESSION_NOTES[nth];
    if (!note) return;
    const id = newId();
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, { table: 'session_notes', column, rowId: id });
    await tx.query(
      `insert into session_notes (id, therapist_id, booking_id, title, content, summary, is_client_visible, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, therapistId, session.bookingId, seal('title', note.title), seal('content', note.content), note.summary ? seal('summary', note.summary) : null, note.visible, session.endedAt],
    );
  }

  private async addPlan(work: Work, therapistId: string, clientId: string, nth: number): Promise<void> {
    const plan = DEMO_CARE_PLANS[nth];
    if (!plan) return;
    const id = newId();
    const now = work.now();
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, { table: 'care_plans', column, rowId: id });
    const followUp = plan.followUpInDays === null ? null : new Date(now.getTime() + plan.followUpInDays * DAY_MS).toISOString().slice(0, 10);
    await work.tx.query(
      `insert into care_plans (id, therapist_id, client_id, title, description, recommended_actions, follow_up_date, published_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)`,
      [
        id,
        therapistId,
        clientId,
        seal('title', plan.title),
        seal('description', plan.description),
        seal('recommended_actions', JSON.stringify(plan.actions)),
        followUp,
        new Date(now.getTime() - (nth + 1) * 9 * DAY_MS),
      ],
    );
  }
}
