import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import type { InLine } from '../../../common/jobs/turns';
import { isSettled, SETTLED_BY_NOW } from '../../../common/limits/settled-practices';
import { mapInTurns } from '../../../common/process/in-turns';
import type { Work } from '../../../common/work/work';
import { isOfPerson } from '../../clients/links/client-links.service';
import type { NoteAnalysis } from '../analysis/analysis';
import type { KnownPerson } from '../analysis/model/known-names';
import { NOTE_ANALYSIS_OWNER, SessionNoteAnalysis } from './analysis.entity';
import { analyseFile, analyseNote } from './analysis.jobs';

/** What a finished analysis says, and on which text it rests. */
export interface StoredResult {
  analysis: NoteAnalysis;
  digest: string;
}

/** An analysis, opened; `result` undefined where it does not open. */
export interface AnalysisRow extends Omit<SessionNoteAnalysis, 'result' | 'summary'> {
  result: StoredResult | undefined;
  summary: string | null;
}

/** How an analysis ended. */
export type AnalysisEnd = Pick<SessionNoteAnalysis, 'engine' | 'model' | 'prompt_version' | 'input_tokens' | 'output_tokens' | 'milliseconds' | 'dropped' | 'model_failure' | 'note_version'>;

interface Person {
  role: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  /** Given by a visitor, while the person is known by a deed of their own. */
  is_said: boolean;
}

const FIND = statement<SessionNoteAnalysis>('session-note-analyses', `select a.* from session_note_analyses a
         where a.note_id = $1 and a.therapist_id = $2 and a.file_id is not distinct from $3::uuid`);
const JOB = statement<Pick<SessionNoteAnalysis, 'id' | 'note_id' | 'file_id' | 'therapist_id' | 'state'>>('session-note-analysis-job', `select a.id, a.note_id, a.file_id, a.therapist_id, a.state
         from session_note_analyses a where a.id = $1`);
const WAITING = statement<InLine>('session-note-analyses-waiting', `select whose::text, ${isSettled('whose', SETTLED_BY_NOW)} as goes_first
         from (select distinct therapist_id as whose from session_note_analyses where state = 'waiting') t`);
/** Without what was found beside it: that is long, and shown for one file at a time. */
const SUMMARIES = statement<Pick<SessionNoteAnalysis, 'id' | 'note_id' | 'file_id' | 'therapist_id' | 'summary'>>('session-note-file-summaries', `select a.id, a.note_id, a.file_id, a.therapist_id, a.summary from session_note_analyses a
         where a.note_id = $1 and a.therapist_id = $2 and a.file_id is not null and a.accepted_at is not null and a.summary is not null`);
const DELETE_OF_NOTE = statement<Pick<SessionNoteAnalysis, 'id'>>('session-note-analyses-delete', 'delete from session_note_analyses where note_id = $1 returning id');
const DELETE_OF_FILE = statement<Pick<SessionNoteAnalysis, 'id'>>('session-note-file-analyses-delete', 'delete from session_note_analyses where file_id = $1 returning id');
/** Of others this practice has what was said to it: what the person's account says is theirs alone, and a placeholder tells that it fits. */
const isConfirmed = (client: string): string => `exists (select from confirmed_clients k where k.therapist_id = $1 and k.client_id = ${client})`;
/** As they are called in their account, by this therapist, and in appointments; of all records that the therapist merged. */
const PEOPLE = statement<Person>('session-note-people', `select 'THERAPIST' as role, u.name, u.email, p.phone, false as is_said from users u left join therapist_profiles p on p.therapist_id = u.id where u.id = $1
         union select 'THERAPIST', p.display_name, null, null, false from therapist_profiles p where p.therapist_id = $1
         union select 'CLIENT', c.name, c.email, c.phone, false from clients c where ${isOfPerson('c.id', '$1', '$2')} and ${isConfirmed('c.id')}
         union select 'CLIENT', u.name, u.email, a.phone, false from users u left join client_accounts a on a.client_id = u.id where ${isOfPerson('u.id', '$1', '$2')} and ${isConfirmed('u.id')}
         union select 'CLIENT', b.client_name, b.client_email, b.client_phone, b.by_stranger and ${isConfirmed('b.client_id')} from bookings b where ${isOfPerson('b.client_id', '$1', '$2')} and b.therapist_id = $1`);

/** Analyses of notes and files, whose texts are sealed here. */
@Injectable()
export class AnalysisRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** The draft and the accepted one of a note's text, or of a file. */
  async find(therapistId: string, noteId: string, fileId: string | null, on: Queryable = this.database): Promise<{ draft: AnalysisRow | undefined; accepted: AnalysisRow | undefined }> {
    const rows = (await on.query(FIND, [noteId, therapistId, fileId])).map((row) => this.opened(row));
    return { draft: rows.find(({ accepted_at }) => accepted_at === null), accepted: rows.find(({ accepted_at }) => accepted_at !== null) };
  }

  /** What the therapist accepted of the files of a note, by file. */
  async listFileSummaries(therapistId: string, noteId: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query(SUMMARIES, [noteId, therapistId]);
    const summaries = await mapInTurns(rows, ({ summary, ...row }) => [row.file_id, summary && this.cipher.tryDecrypt(summary, NOTE_ANALYSIS_OWNER.place('summary', row))] as const);
    return new Map(summaries.flatMap(([file, summary]) => (file !== null && typeof summary === 'string' ? [[file, summary] as const] : [])));
  }

  async findJob(id: string): Promise<Pick<SessionNoteAnalysis, 'id' | 'note_id' | 'file_id' | 'therapist_id' | 'state'> | undefined> {
    const [row] = await this.database.query(JOB, [id]);
    return row;
  }

  /** Who waits for one: practices that are here for long go before others, which anybody makes. */
  listWaiting(): Promise<InLine[]> {
    return this.database.query(WAITING, []);
  }

  /** @param clientId null where the note is about nobody in particular */
  async listPeople(therapistId: string, clientId: string | null): Promise<[client: KnownPerson, therapist: KnownPerson]> {
    const rows = await this.database.query(PEOPLE, [therapistId, clientId]);
    const known = (role: 'CLIENT' | 'THERAPIST'): KnownPerson => {
      const mine = rows.filter((row) => row.role === role);
      return { role, names: [...new Set(mine.flatMap(({ name, is_said }) => (is_said ? [] : (name ?? []))))], saidNames: [...new Set(mine.flatMap(({ name, is_said }) => (is_said ? (name ?? []) : [])))], contacts: [...new Set(mine.flatMap(({ email, phone }) => [email ?? [], phone ?? []].flat()))] };
    };
    return [known('CLIENT'), known('THERAPIST')];
  }

  /** Takes the place of the draft that was there. */
  async insertDraft({ note_id, file_id, therapist_id }: Pick<SessionNoteAnalysis, 'note_id' | 'file_id' | 'therapist_id'>, at: Date, on: Queryable): Promise<string> {
    await this.deleteDraft(note_id, file_id, on);
    const id = newId();
    await on.manager.insert(SessionNoteAnalysis, { id, note_id, file_id, therapist_id, state: 'waiting', created_at: at });
    return id;
  }

  async setRunning(id: string): Promise<void> {
    await this.database.manager.update(SessionNoteAnalysis, { id, state: 'waiting' }, { state: 'running' });
  }

  /** Only while somebody waits for it. */
  async finish({ id, note_id, therapist_id }: Pick<SessionNoteAnalysis, 'id' | 'note_id' | 'therapist_id'>, result: StoredResult, end: AnalysisEnd, at: Date, on: Queryable): Promise<void> {
    const sealed = this.cipher.encrypt(JSON.stringify(result), NOTE_ANALYSIS_OWNER.place('result', { id, note_id, therapist_id }));
    await on.manager.update(SessionNoteAnalysis, [{ id, state: 'waiting' }, { id, state: 'running' }], { ...end, state: 'done', result: sealed, finished_at: at });
  }

  async fail(id: string, failure: string, model_failure: string | null, at: Date): Promise<void> {
    await this.database.manager.update(SessionNoteAnalysis, [{ id, state: 'waiting' }, { id, state: 'running' }], { state: 'failed', failure, model_failure, finished_at: at });
  }

  /** Takes the place of the one that was accepted before. */
  async accept({ id, note_id, file_id, therapist_id }: AnalysisRow, summary: string, at: Date, on: Queryable): Promise<void> {
    await on.manager.delete(SessionNoteAnalysis, { note_id, file_id: file_id ?? IsNull(), accepted_at: Not(IsNull()) });
    const sealed = this.cipher.encrypt(summary, NOTE_ANALYSIS_OWNER.place('summary', { id, note_id, therapist_id }));
    await on.manager.update(SessionNoteAnalysis, { id }, { summary: sealed, accepted_at: at });
  }

  /** @returns whether there was one */
  async deleteDraft(noteId: string, fileId: string | null, on: Queryable): Promise<boolean> {
    const { affected } = await on.manager.delete(SessionNoteAnalysis, { note_id: noteId, file_id: fileId ?? IsNull(), accepted_at: IsNull() });
    return (affected ?? 0) > 0;
  }

  /** Of the note and of its files: a private one has no analysis. A summary that the therapist accepted is theirs and stays with the note. */
  async deleteAll(noteId: string, on: Queryable): Promise<void> {
    await on.manager.delete(SessionNoteAnalysis, { note_id: noteId });
  }

  /** {@link deleteAll} within the work that deletes the note or makes it private: no job names them any more, those that are done included. */
  async destroyOfNote(noteId: string, work: Work): Promise<void> {
    const jobs = (await work.tx.query(DELETE_OF_NOTE, [noteId])).map(({ id }) => ({ analysis_id: id }));
    await work.withdraw(analyseNote, ...jobs);
    await work.withdraw(analyseFile, ...jobs);
  }

  /** {@link destroyOfNote}, for one file of it. */
  async destroyOfFile(fileId: string, work: Work): Promise<void> {
    await work.withdraw(analyseFile, ...(await work.tx.query(DELETE_OF_FILE, [fileId])).map(({ id }) => ({ analysis_id: id })));
  }

  private opened({ result, summary, ...row }: SessionNoteAnalysis): AnalysisRow {
    const open = (column: 'result' | 'summary', value: Buffer): string | undefined => this.cipher.tryDecrypt(value, NOTE_ANALYSIS_OWNER.place(column, row));
    const text = result === null ? undefined : open('result', result);
    return { ...row, result: text === undefined ? undefined : (JSON.parse(text) as StoredResult), summary: (summary && open('summary', summary)) ?? null };
  }
}
