import { Injectable } from '@nestjs/common';
import { RowMarks } from '../../../common/crypto/row-marks';
import { OnStart } from '../../../common/process/start-hooks';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { NOTE_VERSION_MARKING, SESSION_NOTE_MARKING } from '../markings';
import * as messages from './messages';
import { NoteHistoryRepository } from './note-history.repository';

const foreign = (id: string, message: string): AuditProblem => ({ kind: 'foreign_row', id, message });

/** Whether notes and their histories are as the product wrote them. */
@Injectable()
export class NoteMarks {
  constructor(
    private readonly marks: RowMarks,
    private readonly history: NoteHistoryRepository,
    private readonly adoptions: Adoptions,
  ) {}

  /** What was written before there were marks. */
  @OnStart('api')
  async adopt(): Promise<void> {
    await this.adoptions.once('adopt_session_notes', async ({ tx }) => {
      await tx.query('set local statement_timeout = 0');
      await this.history.adopt(tx);
      return (await this.marks.vouch(SESSION_NOTE_MARKING, tx)) + (await this.marks.vouch(NOTE_VERSION_MARKING, tx));
    });
  }

  @Audits()
  async auditNotes(): Promise<AuditProblem[]> {
    return (await this.marks.listForeign(SESSION_NOTE_MARKING)).map((id) => foreign(id, messages.foreignNote(id)));
  }

  @Audits()
  async auditVersions(): Promise<AuditProblem[]> {
    const changed = (await this.marks.listForeign(NOTE_VERSION_MARKING)).map((id) => foreign(id, messages.foreignVersion(id)));
    const missing = (await this.history.listMissing()).map(({ note_id, version }) => foreign(note_id, messages.missingVersion(note_id, version)));
    return [...changed, ...missing];
  }

  /** A whole row that was put back carries a mark of the product: the log alone knows what became of it. */
  @Audits()
  async auditAgainstLog(): Promise<AuditProblem[]> {
    return (await this.history.listBehind()).map(({ id, is_lost }) => foreign(id, is_lost ? messages.lostNote(id) : messages.earlierNote(id)));
  }
}
