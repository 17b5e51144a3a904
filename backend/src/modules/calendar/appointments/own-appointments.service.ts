import { Injectable } from '@nestjs/common';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { KeyRing } from '../../../common/crypto/key-ring';
import type { Work } from '../../../common/work/work';
import type { BusyTime } from '../../scheduling/busy-blocks/busy-blocks.service';
import { blockKey, type EventTime, takenTime } from '../busy-blocks/busy-blocks';
import { Awaited, OwnEvents, Span } from '../busy-blocks/own-events';
import { syncCalendar } from '../sync/sync.jobs';
import type { OpenSource, Turn } from '../sync/turn';
import { AppointmentRepository, AppointmentRow } from './appointment.repository';
import { isSameTime, Standing, standingOf } from './google-event';

type GoogleEvent = calendar_v3.Schema$Event;

/** What therapists do at Google to appointments that were written there. It is noted for them to decide about, and changes nothing else. */
@Injectable()
export class OwnAppointments extends OwnEvents {
  constructor(
    private readonly repository: AppointmentRepository,
    private readonly keys: KeyRing,
  ) {
    super();
  }

  async listStanding({ therapist_id }: Turn, work: Work, source: OpenSource, span: Span): Promise<Awaited> {
    return new Map((await this.repository.listStanding(therapist_id, source.id, span, work.tx)).map(({ event_id, etag }) => [event_id, etag]));
  }

  async seen({ therapist_id }: Turn, work: Work, source: OpenSource, events: GoogleEvent[]): Promise<BusyTime[]> {
    const named = new Map(events.flatMap((event) => (event.id ? [[event.id, event] as const] : [])));
    const rows = await this.repository.listByEvent(therapist_id, [...named.keys()], work.tx);
    const looks: Look[] = [];
    const blocks: BusyTime[] = [];
    for (const row of rows) {
      const event = named.get(row.event_id);
      if (!event) continue;
      if (row.source_id === source.id || row.status === 'cancelled') looks.push({ row, event, standing: this.standing(row, event, source) });
      else blocks.push(...this.elsewhere(row, event, source));
    }
    await this.noteAll(work, therapist_id, looks);
    for (const { row, standing } of looks) {
      if (standing.kind === 'moved' && row.status !== 'cancelled') blocks.push({ event_key: blockKey(this.keys, row.event_id), starts_at: standing.starts_at, ends_at: standing.ends_at });
    }
    return blocks;
  }

  async unseen({ therapist_id }: Turn, work: Work, source: OpenSource, span: Span, awaited: Awaited): Promise<void> {
    const standing = await this.repository.listStanding(therapist_id, source.id, span, work.tx);
    const missing = standing.filter(({ event_id, etag }) => awaited.get(event_id) === etag);
    await this.noteAll(work, therapist_id, missing.map((row) => ({ row, event: undefined, standing: { kind: 'deleted' } as const })));
  }

  private async noteAll(work: Work, therapistId: string, looks: readonly Look[]): Promise<void> {
    let again = false;
    for (const look of looks) again = (await this.note(work, look)) || again;
    if (again) await work.enqueue(syncCalendar, { therapist_id: therapistId });
  }

  private standing(row: AppointmentRow, event: GoogleEvent, { timezone }: OpenSource): Standing {
    const { written_starts_at: starts_at, written_ends_at: ends_at } = row;
    return standingOf(event, [starts_at && ends_at ? { starts_at, ends_at } : undefined, row], timezone);
  }

  /** Its therapist took it to a calendar that is not ours to write to: it takes their time there. */
  private elsewhere({ event_id }: AppointmentRow, event: GoogleEvent, { blocks, timezone }: OpenSource): BusyTime[] {
    const taken = blocks ? takenTime(event, timezone) : undefined;
    return taken ? [{ event_key: blockKey(this.keys, event_id), ...taken }] : [];
  }

  /** @returns whether it is to be written once more */
  private async note(work: Work, { row, event, standing }: Look): Promise<boolean> {
    const now = work.now();
    const isWaitingToBeWritten = row.due && (row.etag === null || row.written_starts_at === null);
    if (row.ends_at <= now || isWaitingToBeWritten) return false;
    if (row.status === 'cancelled') {
      // It was brought back at Google.
      const isBack = standing.kind !== 'deleted' && !row.due;
      if (isBack) await this.repository.storeSeen(row, undefined, { again: true, now }, work.tx);
      return isBack;
    }
    if (row.written_starts_at === null || (event !== undefined && event.etag === row.etag)) return false;
    const before = seenBefore(row);
    const seen = standing.kind === 'ours' ? undefined : standing.kind === 'moved' ? standing : 'deleted';
    // Where it was put back by hand, the appointment may have moved meanwhile; a link that took long may be there now.
    const again = seen === undefined && (before !== undefined || (row.link_until !== null && row.place_kind === 'video' && row.place_detail === null));
    if (!again && isSameSeen(before, seen)) return false;
    await this.repository.storeSeen(row, seen, { again, now }, work.tx);
    return again;
  }
}

/** An appointment, and its event as it stands; undefined: it does not. */
interface Look {
  row: AppointmentRow;
  event: GoogleEvent | undefined;
  standing: Standing;
}

function seenBefore({ google_starts_at: starts_at, google_ends_at: ends_at, google_deleted }: AppointmentRow): EventTime | 'deleted' | undefined {
  if (google_deleted) return 'deleted';
  return starts_at && ends_at ? { starts_at, ends_at } : undefined;
}

function isSameSeen(one: EventTime | 'deleted' | undefined, other: EventTime | 'deleted' | undefined): boolean {
  return typeof one === 'object' && typeof other === 'object' ? isSameTime(one, other) : one === other;
}
