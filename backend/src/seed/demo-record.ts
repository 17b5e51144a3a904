import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { markingOf, RowMarks } from '../common/crypto/row-marks';
import { newId } from '../common/database/database';
import { Work } from '../common/work/work';
import { User } from '../modules/auth/account.entity';
import type { Booking } from '../modules/bookings/booking.entity';
import { CARE_PLAN_OWNER, CarePlan, CarePlanTick } from '../modules/care-plans/care-plan.entity';
import { Client, ClientAccount } from '../modules/clients/client.entity';
import { DAY_MS } from '../modules/scheduling/rules/calendar';
import { NOTE_VERSION_OWNER, SESSION_NOTE_OWNER, SessionNote, SessionNoteVersion, VersionKind } from '../modules/session-notes/session-note.entity';
import { DEMO_PEOPLE } from './demo-people';
import { DEMO_CARE_PLANS, DEMO_SESSION_NOTES, DemoNote } from './demo-texts';

/** A completed appointment of the demo practice that a note can be about. */
type DemoSession = Pick<Booking, 'id' | 'client_id' | 'ends_at'>;

/** The first people of the demo practice have an account: anybody can sign in as them with the code from the demo mailbox. */
const ACCOUNTS = 2;

/** Session notes, care plans and client accounts of the demo practice. */
@Injectable()
export class DemoRecord {
  constructor(
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
  ) {}

  /** @param people ids in the order of DEMO_PEOPLE. @param sessions completed ones, newest first */
  async add(work: Work, therapistId: string, people: readonly string[], sessions: readonly DemoSession[]): Promise<void> {
    for (const note of DEMO_SESSION_NOTES) await this.addNote(work, therapistId, people[note.person], sessions, note);
    for (const [index, clientId] of people.slice(0, ACCOUNTS).entries()) {
      await this.addAccount(work, clientId, index);
      for (const [nth] of DEMO_CARE_PLANS.entries()) await this.addPlan(work, therapistId, clientId, nth);
    }
    for (const table of ['session_notes', 'session_note_versions', 'care_plans']) await this.marks.vouch(markingOf(table), work.tx);
  }

  private async addAccount(work: Work, clientId: string, index: number): Promise<void> {
    const person = DEMO_PEOPLE[index];
    if (!person) return;
    const now = work.now();
    await work.tx.manager.update(Client, { id: clientId }, { by_address: false, practice_id: null });
    await work.tx.manager.insert(User, { id: clientId, user_type: 'client', email: person.email, name: person.name, created_at: now });
    await work.tx.manager.insert(ClientAccount, { client_id: clientId, phone: person.phone, registered_at: now, verified_at: now });
  }

  /** With its history; a session that this person did not have yet is none. */
  private async addNote(work: Work, therapistId: string, clientId: string | undefined, sessions: readonly DemoSession[], note: DemoNote): Promise<void> {
    const session = note.session === null ? undefined : sessions.filter(({ client_id }) => client_id === clientId)[note.session];
    if (clientId === undefined || (note.session !== null && !session)) return;
    const owned = { id: newId(), therapist_id: therapistId, client_id: clientId };
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, SESSION_NOTE_OWNER.place(column, owned));
    const writtenAt = session?.ends_at ?? new Date(work.now().getTime() - 3 * DAY_MS);
    const after = (hours: number): Date => new Date(writtenAt.getTime() + hours * 3_600_000);
    const deeds: { kind: VersionKind; at: Date; remark?: string }[] = [{ kind: 'created', at: writtenAt }];
    if (note.signed) deeds.push({ kind: 'signed', at: after(2) });
    if (note.signed?.amendment !== undefined) deeds.push({ kind: 'amended', at: after(20), remark: note.signed.amendment });
    const flags = { is_client_visible: note.visible ?? false, is_private: note.private ?? false };
    await work.tx.manager.insert(SessionNote, {
      ...owned,
      ...flags,
      booking_id: session?.id ?? null,
      title: seal('title', note.title),
      content: seal('content', note.content),
      tags: seal('tags', JSON.stringify(note.tags)),
      summary: note.summary === undefined ? null : seal('summary', note.summary),
      template: note.template ?? null,
      version: deeds.length,
      history_from: 1,
      signed_at: note.signed ? after(2) : null,
      created_at: writtenAt,
      updated_at: deeds.at(-1)?.at ?? writtenAt,
    });
    for (const [index, { kind, at, remark }] of deeds.entries()) {
      const version = { id: newId(), note_id: owned.id, therapist_id: therapistId };
      const sealVersion = (column: string, text: string): Buffer => this.cipher.encrypt(text, NOTE_VERSION_OWNER.place(column, version));
      const texts = kind === 'created' ? { title: sealVersion('title', note.title), content: sealVersion('content', note.content), tags: sealVersion('tags', JSON.stringify(note.tags)) } : {};
      const row = { id: version.id, note_id: owned.id, version: index + 1, kind, actor_id: therapistId, created_at: at, kept_before: index || null };
      await work.tx.manager.insert(SessionNoteVersion, { ...row, ...flags, ...texts, remark: remark === undefined ? null : sealVersion('remark', remark) });
    }
  }

  private async addPlan(work: Work, therapistId: string, clientId: string, nth: number): Promise<void> {
    const plan = DEMO_CARE_PLANS[nth];
    if (!plan) return;
    const owned = { id: newId(), therapist_id: therapistId, client_id: clientId };
    const now = work.now();
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, CARE_PLAN_OWNER.place(column, owned));
    const actions = plan.actions.map((text) => ({ id: newId(), text }));
    const publishedAt = new Date(now.getTime() - (nth + 1) * 9 * DAY_MS);
    const followUp = plan.followUpInDays === null ? null : new Date(now.getTime() + plan.followUpInDays * DAY_MS).toISOString().slice(0, 10);
    await work.tx.manager.insert(CarePlan, {
      ...owned,
      title: seal('title', plan.title),
      description: seal('description', plan.description),
      recommended_actions: seal('recommended_actions', JSON.stringify(actions)),
      goals: plan.goals.length > 0 ? seal('goals', JSON.stringify(plan.goals.map((goal) => ({ id: newId(), ...goal })))) : null,
      follow_up_date: followUp,
      published_at: plan.unpublished ? null : publishedAt,
      created_at: publishedAt,
      updated_at: publishedAt,
    });
    const ticks = actions.slice(0, plan.done).map(({ id }) => ({ plan_id: owned.id, action_id: id, done_at: new Date(publishedAt.getTime() + 2 * DAY_MS) }));
    if (ticks.length > 0) await work.tx.manager.insert(CarePlanTick, ticks);
  }
}
