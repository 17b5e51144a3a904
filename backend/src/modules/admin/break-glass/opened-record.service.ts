import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { pageOf, readCursor } from '../../../common/paging/paging';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import * as messages from '../messages';
import { RecordBookingDto, RecordCarePlanDto, RecordProfileDto, RecordQueryDto, RecordRowDto, RecordSessionNoteDto, TherapistRecordDto } from './break-glass.dto';
import { BreakGlassService } from './break-glass.service';
import { OpenedBooking, OpenedCarePlan, OpenedProfile, OpenedRecordRepository, OpenedSessionNote } from './opened-record.repository';

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
  link: string | undefined;
}

/** Reads the records that an emergency access opens, and writes each page read into the activity log before it is given out. */
@Injectable()
export class OpenedRecordService {
  constructor(
    private readonly access: BreakGlassService,
    private readonly repository: OpenedRecordRepository,
    private readonly works: Works,
    private readonly config: AppConfig,
  ) {}

  /** @throws DomainError not_found, also for another administrator's access; forbidden once it has ended; invalid for a foreign cursor */
  async read(actor: Actor, adminId: string, grantId: string, query: RecordQueryDto): Promise<RecordPage> {
    const grant = await this.access.assertOpen(adminId, grantId);
    const therapist = await this.repository.findProfile(grant.therapist_id);
    if (!therapist) throw new DomainError('not_found', messages.noSuchTherapist);
    const { section } = query;
    const { rows, clientIds, link } = await this.readSection(therapist, query, `${this.config.publicUrl}/api/admin/break-glass/${grant.id}/record`);
    await this.works.record(actor, {
      action: 'break_glass_read',
      subjectType: 'break_glass',
      subjectId: grant.id,
      clientIds,
      details: { therapist_id: therapist.id, section, rows: rows.length },
    });
    const { id, display_name, email } = therapist;
    return { therapist: { id, display_name, email }, section, rows, link };
  }

  private async readSection(therapist: OpenedProfile, query: RecordQueryDto, url: string): Promise<SectionPage> {
    const { id } = therapist;
    const limit = query.limit ?? PAGE_ROWS;
    const after = readCursor(query.cursor);
    const page = <Row extends SectionRow>(found: Row[], toRow: (row: Row) => RecordRowDto): SectionPage => {
      const { rows, link } = pageOf(found, limit, url, query, ({ keyset_at: at, id: rowId }) => ({ at, id: rowId }));
      return { rows: rows.map(toRow), clientIds: rows.flatMap(({ client_id }) => (client_id === null ? [] : [client_id])), link };
    };
    switch (query.section) {
      case 'profile':
        return { rows: [toRecordProfile(therapist)], clientIds: [], link: undefined };
      case 'bookings':
        return page(await this.repository.listBookings(id, limit + 1, after), toRecordBooking);
      case 'session_notes':
        return page(await this.repository.listSessionNotes(id, limit + 1, after), toRecordSessionNote);
      case 'care_plans':
        return page(await this.repository.listCarePlans(id, limit + 1, after), toRecordCarePlan);
    }
  }
}

function toRecordProfile({ email: _, ...profile }: OpenedProfile): RecordProfileDto {
  return { ...profile, created_at: profile.created_at.toISOString() };
}

function toRecordBooking(row: OpenedBooking): RecordBookingDto {
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
    notes: row.notes(),
    created_at: row.created_at.toISOString(),
  };
}

function toRecordSessionNote(note: OpenedSessionNote): RecordSessionNoteDto {
  return {
    id: note.id,
    client_id: note.client_id,
    client_name: note.client_name,
    booking_id: note.booking_id,
    ...note.texts(),
    is_client_visible: note.is_client_visible,
    created_at: note.created_at.toISOString(),
    updated_at: note.updated_at.toISOString(),
  };
}

function toRecordCarePlan(plan: OpenedCarePlan): RecordCarePlanDto {
  return {
    id: plan.id,
    client_id: plan.client_id,
    client_name: plan.client_name,
    ...plan.texts(),
    follow_up_date: plan.follow_up_date,
    published_at: plan.published_at?.toISOString() ?? null,
    created_at: plan.created_at.toISOString(),
  };
}
