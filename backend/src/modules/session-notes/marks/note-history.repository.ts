import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import { KEPT_EDITS } from '../versions/version.repository';

export interface MissingVersion {
  note_id: string;
  version: number;
}

/** Where the history of a note of before begins; without any versions, with what is done next. */
const ADOPT_BEGINNINGS = statement('session-notes-history-from', `update session_notes n set history_from = coalesce((select min(v.version) from session_note_versions v where v.note_id = n.id), n.version + 1)
         where n.history_from is null`);
const ADOPT_KEPT = statement('session-note-versions-kept-before', `update session_note_versions v set kept_before = (select max(k.version) from session_note_versions k
           where k.note_id = v.note_id and k.version < v.version and (v.kind = 'signed' or k.kind <> 'edited'))
         where v.mark is null`);

/** An edit may have been forgotten when so many later ones are there; what another version counts on, never. $1: how many */
const MISSING = statement<MissingVersion>('session-note-versions-missing', `select n.id as note_id, m.version
         from session_notes n cross join lateral generate_series(n.history_from, n.version) m (version)
         where not exists (select from session_note_versions v where v.note_id = n.id and v.version = m.version)
           and (exists (select from session_note_versions k where k.note_id = n.id and k.kept_before = m.version)
             or (select count(*) from session_note_versions e where e.note_id = n.id and e.kind = 'edited' and e.version > m.version) < $1)
         order by n.id, m.version`);

/** The version that a deed made, as its entry says; an entry that somebody else wrote can say anything. */
const VERSION = `case when jsonb_typeof(details -> 'version') = 'number' then (details ->> 'version')::numeric end`;
/** What the log knows of a note that is not there like that: a later version than its own, or the note itself. */
const BEHIND = statement<{ id: string; is_lost: boolean; entries: MarkedEntry[] }>('session-notes-behind', `select coalesce(c.id, n.id) as id, n.id is null as is_lost,
           ${entriesWhere(`l.subject_type = 'session_note' and l.subject_id = c.id and (l.action = 'delete_note' or coalesce(${VERSION} > coalesce(n.version, 0), false))`)} as entries
         from (select subject_id as id, max(${VERSION}) as version from activity_log where subject_type = 'session_note' group by subject_id) c
         left join session_notes n on n.id = c.id
         where c.version is not null and (n.id is null or n.version < c.version)`);

/** What is missing of notes and their histories. */
@Injectable()
export class NoteHistoryRepository {
  constructor(
    private readonly database: Database,
    private readonly entries: EntryMarks,
  ) {}

  /** For what was written before there were marks. */
  async adopt(on: Queryable): Promise<void> {
    await on.query(ADOPT_BEGINNINGS);
    await on.query(ADOPT_KEPT);
  }

  listMissing(): Promise<MissingVersion[]> {
    return this.atLeisure((tx) => tx.query(MISSING, [KEPT_EDITS]));
  }

  /** Notes that the log knows in a later version; `is_lost` those that are gone although nobody deleted them. */
  listBehind(): Promise<{ id: string; is_lost: boolean }[]> {
    return this.atLeisure(async (tx) => {
      const behind = [];
      for (const { id, is_lost, entries } of await tx.query(BEHIND)) {
        const genuine = await this.entries.genuine(entries, tx);
        if (genuine.length > 0 && !(is_lost && genuine.some(({ action }) => action === 'delete_note'))) behind.push({ id, is_lost });
      }
      return behind;
    });
  }

  /** All notes are looked at. */
  private atLeisure<T>(run: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      return run(tx);
    });
  }
}
