import { Injectable } from '@nestjs/common';
import { Beginnings } from '../../../common/crypto/beginnings';
import { Database, statement } from '../../../common/database/database';
import { mapInTurns } from '../../../common/process/in-turns';
import type { SessionNote } from '../session-note.entity';
import { NOTE_BEGINNING, NoteBeginning, noteBeginningOf } from './note-beginning';
import { APPOINTMENT, chosenFrom, FACTS, NoteFacts, NoteFilter, NoteRepository } from './note.repository';

/** A note as a list shows it. */
export type ListedNote = NoteFacts & Omit<NoteBeginning, 'is_whole'>;

type ListedRow = NoteFacts & Pick<SessionNote, 'texts_mark' | 'beginning'>;

const LIST = statement<ListedRow>('session-note-beginnings-list', `select ${FACTS}, n.beginning ${chosenFrom('')} limit $6`);
const LIST_FOUND = statement<ListedRow>('session-note-beginnings-found', `select ${FACTS}, n.beginning from session_notes n ${APPOINTMENT}
         where n.therapist_id = $1 and n.id = any($2::uuid[]) order by n.created_at desc, n.id desc`);

/** A therapist's notes in lists, which open the beginnings alone: whole ones are long. */
@Injectable()
export class NoteListRepository {
  constructor(
    private readonly database: Database,
    private readonly beginnings: Beginnings,
    private readonly notes: NoteRepository,
  ) {}

  /** Newest first. @param closed what stands in place of a text that does not open */
  async listNotes(therapistId: string, { clientId, bookingId, after }: NoteFilter, limit: number, closed: string): Promise<ListedNote[]> {
    const rows = await this.database.query(LIST, [therapistId, clientId ?? null, bookingId ?? null, after?.at ?? null, after?.id ?? null, limit]);
    return this.opened(therapistId, rows, closed);
  }

  /** These notes, newest first. */
  async listFound(therapistId: string, ids: readonly string[], closed: string): Promise<ListedNote[]> {
    return this.opened(therapistId, await this.database.query(LIST_FOUND, [therapistId, ids]), closed);
  }

  private async opened(therapistId: string, rows: readonly ListedRow[], closed: string): Promise<ListedNote[]> {
    const begun = await mapInTurns(rows, (row) => this.beginnings.open(NOTE_BEGINNING, row));
    const others = await this.begin(therapistId, rows.filter((_, index) => begun[index] === undefined), closed);
    return rows.flatMap((row, index) => {
      const shown = begun[index] ?? others.get(row.id);
      return shown ? { ...row, ...shown } : [];
    });
  }

  /** Of notes that have no beginning yet, or one that was put there in the table. */
  private async begin(therapistId: string, rows: readonly ListedRow[], closed: string): Promise<Map<string, NoteBeginning>> {
    if (rows.length === 0) return new Map();
    const notes = await this.notes.listWhole(therapistId, rows.map(({ id }) => id), closed);
    const shown = new Map(notes.map(({ id, ...texts }) => [id, noteBeginningOf(texts)]));
    const ours = new Set(notes.flatMap(({ id, is_ours }) => (is_ours ? id : [])));
    const kept = rows.flatMap((row) => {
      const beginning = ours.has(row.id) ? shown.get(row.id) : undefined;
      return beginning ? [[row, beginning] as const] : [];
    });
    await this.beginnings.keep(NOTE_BEGINNING, kept);
    return shown;
  }
}
