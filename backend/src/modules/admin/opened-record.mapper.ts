import { ColumnCipher } from '../../common/crypto/column-cipher';
import { RecordBookingDto, RecordCarePlanDto, RecordProfileDto, RecordSessionNoteDto } from './dto/break-glass.dto';
import { OpenedBooking, OpenedCarePlan, OpenedProfile, OpenedSessionNote } from './opened-record.repository';

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
