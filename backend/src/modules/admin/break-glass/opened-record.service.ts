import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Keyset, nextLink, readCursor, writeCursor } from '../../../common/paging/paging';
import { AppConfig } from '../../../config/app-config';
import { ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { RecordBookingDto, RecordCarePlanDto, RecordProfileDto, RecordQueryDto, RecordRowDto, RecordSection, RecordSessionNoteDto, TherapistRecordDto } from './break-glass.dto';
import { BreakGlassService } from './break-glass.service';
import { OpenedBooking, OpenedCarePlan, OpenedProfile, OpenedRecordRepository, OpenedSessionNote } from './opened-record.repository';

export function toRecordProfile({ email: _, ...profile }: OpenedProfile): RecordProfileDto {
  return { ...profile, created_at: profile.created_at.toISOString() };
}

export function toRecordBooking(row: OpenedBooking, cipher: ColumnCipher): RecordBookingDto {
  return {
    id: row.id,
    client_id: row.client_id,
    client_name: row.client_name,
    client_email: row.client_email,
    client_phone: row.client_phone,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    duration_minutes: row.duration_minutes,
    service_name: row.service_name,
    session_type: row.session_type,
    status: row.status,
    notes: row.notes && cipher.decrypt(row.notes, { table: 'bookings', column: 'notes', rowId: row.id }),
    created_at: row.created_at.toISOString(),
  };
}

export function toRecordSessionNote(row: OpenedSessionNote, cipher: ColumnCipher): RecordSessionNoteDto {
  const open = (column: string, value: Buffer): string => cipher.decrypt(value, { table: 'session_notes', column, rowId: row.id });
  return {
    id: row.id,
    client_id: row.client_id,
    client_name: row.client_name,
    booking_id: row.booking_id,
    title: open('title', row.title),
    content: open('content', row.content),
    summary: row.summary && open('summary', row.summary),
    is_client_visible: row.is_client_visible,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toRecordCarePlan(row: OpenedCarePlan, cipher: ColumnCipher): RecordCarePlanDto {
  const open = (column: string, value: Buffer): string => cipher.decrypt(value, { table: 'care_plans', column, rowId: row.id });
  return {
    id: row.id,
    client_id: row.client_id,
    client_name: row.client_name,
    title: open('title', row.title),
    description: open('description', row.description),
    recommended_actions: JSON.parse(open('recommended_actions', row.recommended_actions)) as string[],
    follow_up_date: row.follow_up_date,
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

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
