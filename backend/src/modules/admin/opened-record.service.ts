import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { Database } from '../../common/database/database';
import { Keyset, readCursor, writeCursor } from '../../common/database/keyset';
import { DomainError } from '../../common/errors/domain-error';
import { nextLink } from '../../common/http/next-link';
import { AppConfig } from '../../config/app-config';
import { ActivityLog } from '../activity-log/activity-log.service';
import { BreakGlassService } from './break-glass.service';
import { RecordQueryDto, RecordRowDto, RecordSection, TherapistRecordDto } from './dto/break-glass.dto';
import * as messages from './messages';
import { toRecordBooking, toRecordCarePlan, toRecordProfile, toRecordSessionNote } from './opened-record.mapper';
import { OpenedProfile, OpenedRecordRepository } from './opened-record.repository';

const PAGE_ROWS = 50;

export interface RecordPage extends TherapistRecordDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** What a section's rows have in common. */
interface SectionRow {
  id: string;
  keyset_at: string;
  client_id: string | null;
}

interface SectionPage {
  rows: RecordRowDto[];
  clientIds: string[];
  next: Keyset | undefined;
}

/** Reads the records that an emergency access opens, and writes each page read into the activity log before it is given out. */
@Injectable()
export class OpenedRecordService {
  constructor(
    private readonly access: BreakGlassService,
    private readonly repository: OpenedRecordRepository,
    private readonly cipher: ColumnCipher,
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly config: AppConfig,
  ) {}

  /** @throws DomainError not_found, also for another administrator's access; forbidden once it has ended; invalid for a foreign cursor */
  async read(actor: Actor, adminId: string, grantId: string, query: RecordQueryDto): Promise<RecordPage> {
    const grant = await this.access.assertOpen(adminId, grantId);
    const therapist = await this.repository.profile(grant.therapist_id);
    if (!therapist) throw new DomainError('not_found', messages.noSuchTherapist);
    const { rows, clientIds, next } = await this.section(query.section, therapist, query.limit ?? PAGE_ROWS, readCursor(query.cursor));
    await this.activity.record(this.database, actor, {
      action: 'break_glass_read',
      subjectType: 'break_glass',
      subjectId: grant.id,
      clientIds,
      details: { therapist_id: therapist.id, section: query.section, rows: rows.length },
    });
    const { id, display_name, email } = therapist;
    const url = `${this.config.publicUrl}/api/admin/break-glass/${grant.id}/record`;
    return { therapist: { id, display_name, email }, section: query.section, rows, link: next && nextLink(url, { ...query, cursor: writeCursor(next) }) };
  }

  private async section(section: RecordSection, therapist: OpenedProfile, limit: number, after: Keyset | undefined): Promise<SectionPage> {
    const { id } = therapist;
    switch (section) {
      case 'profile':
        return { rows: [toRecordProfile(therapist)], clientIds: [], next: undefined };
      case 'bookings':
        return pageOf(await this.repository.bookings(id, limit + 1, after), limit, (row) => toRecordBooking(row, this.cipher));
      case 'session_notes':
        return pageOf(await this.repository.sessionNotes(id, limit + 1, after), limit, (row) => toRecordSessionNote(row, this.cipher));
      case 'care_plans':
        return pageOf(await this.repository.carePlans(id, limit + 1, after), limit, (row) => toRecordCarePlan(row, this.cipher));
    }
  }
}

/** @param found one row more than the page has room for, when there is one */
function pageOf<Row extends SectionRow>(found: readonly Row[], limit: number, toRow: (row: Row) => RecordRowDto): SectionPage {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    rows: page.map(toRow),
    clientIds: page.flatMap(({ client_id }) => (client_id === null ? [] : [client_id])),
    next: last && { at: last.keyset_at, id: last.id },
  };
}
