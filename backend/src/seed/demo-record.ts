import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { newId } from '../common/database/database';
import { Work } from '../common/work/work';
import { User } from '../modules/auth/account.entity';
import type { Booking } from '../modules/bookings/booking.entity';
import { CARE_PLAN_OWNER, CarePlan } from '../modules/care-plans/care-plan.entity';
import { ClientAccount } from '../modules/clients/client.entity';
import { DAY_MS } from '../modules/scheduling/rules/calendar';
import { SESSION_NOTE_OWNER, SessionNote } from '../modules/session-notes/session-note.entity';
import { DEMO_PEOPLE } from './demo-people';
import { DEMO_CARE_PLANS, DEMO_SESSION_NOTES } from './demo-texts';

/** A completed appointment of the demo practice that a note can be about. */
type DemoSession = Pick<Booking, 'id' | 'client_id' | 'ends_at'>;

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
      const own = sessions.filter((session) => session.client_id === clientId).slice(0, DEMO_SESSION_NOTES.length);
      for (const [nth, session] of own.entries()) await this.addNote(work, therapistId, session, nth);
      for (const [nth] of DEMO_CARE_PLANS.entries()) await this.addPlan(work, therapistId, clientId, nth);
    }
  }

  private async addAccount(work: Work, clientId: string, index: number): Promise<void> {
    const person = DEMO_PEOPLE[index];
    if (!person) return;
    const now = work.now();
    await work.tx.manager.insert(User, { id: clientId, user_type: 'client', email: person.email, name: person.name, created_at: now });
    await work.tx.manager.insert(ClientAccount, { client_id: clientId, phone: person.phone, registered_at: now, verified_at: now });
  }

  private async addNote({ tx }: Work, therapistId: string, session: DemoSession, nth: number): Promise<void> {
    const note = DEMO_SESSION_NOTES[nth];
    if (!note) return;
    const owned = { id: newId(), therapist_id: therapistId, client_id: session.client_id };
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, SESSION_NOTE_OWNER.place(column, owned));
    await tx.manager.insert(SessionNote, {
      ...owned,
      booking_id: session.id,
      title: seal('title', note.title),
      content: seal('content', note.content),
      summary: note.summary ? seal('summary', note.summary) : null,
      is_client_visible: note.visible,
      created_at: session.ends_at,
      updated_at: session.ends_at,
    });
  }

  private async addPlan(work: Work, therapistId: string, clientId: string, nth: number): Promise<void> {
    const plan = DEMO_CARE_PLANS[nth];
    if (!plan) return;
    const owned = { id: newId(), therapist_id: therapistId, client_id: clientId };
    const now = work.now();
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, CARE_PLAN_OWNER.place(column, owned));
    const publishedAt = new Date(now.getTime() - (nth + 1) * 9 * DAY_MS);
    const followUp = plan.followUpInDays === null ? null : new Date(now.getTime() + plan.followUpInDays * DAY_MS).toISOString().slice(0, 10);
    await work.tx.manager.insert(CarePlan, {
      ...owned,
      title: seal('title', plan.title),
      description: seal('description', plan.description),
      recommended_actions: seal('recommended_actions', JSON.stringify(plan.actions)),
      follow_up_date: followUp,
      published_at: publishedAt,
      created_at: publishedAt,
      updated_at: publishedAt,
    });
  }
}
