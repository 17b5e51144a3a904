import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../common/crypto/key-ring';
import { Queryable, statement } from '../../common/database/database';
import type { MeetingRoom } from './meeting-room.entity';

const CLAIM = statement('meeting-room-claim', `insert into meeting_rooms (room_hash, therapist_id, since) values ($1, $2, $3)
         on conflict (room_hash, therapist_id) do update set since = least(meeting_rooms.since, excluded.since)`);
/** Whoever was there first keeps it, as long as they have their account: naming a room later takes it from nobody. */
const IS_ANOTHERS = statement<{ is_anothers: boolean }>('meeting-room-is-anothers', `select exists (
           select from meeting_rooms r join users u on u.id = r.therapist_id and u.is_active where r.room_hash = $1 and r.therapist_id <> $2
             and not exists (select from meeting_rooms m where m.room_hash = $1 and m.therapist_id = $2 and m.since < r.since)) as is_anothers`);

/** Who meets their clients in which room: nobody sends a notetaker into another practice's. */
@Injectable()
export class MeetingRooms {
  constructor(private readonly keys: KeyRing) {}

  /** @param link of a service, an appointment or a consent; one that leads to no room is left out */
  async claim({ therapist_id, since }: Pick<MeetingRoom, 'therapist_id' | 'since'>, link: string | null, on: Queryable): Promise<void> {
    const room = link === null ? undefined : roomOf(link);
    if (room !== undefined) await on.query(CLAIM, [this.digest(room), therapist_id, since]);
  }

  /** Whether another practice met its clients there before this one did. */
  async isAnothers(therapistId: string, link: string, on: Queryable): Promise<boolean> {
    const room = roomOf(link);
    return room !== undefined && (await on.query(IS_ANOTHERS, [this.digest(room), therapistId]))[0]?.is_anothers === true;
  }

  private digest(room: string): Buffer {
    return this.keys.digest('meeting-room', room);
  }
}

const MEET_ROOM = /\/([a-z]{3}-[a-z]{4}-[a-z]{3})(?![a-z0-9-])/i;
const ZOOM_ROOM = /\/(?:j|s|wc(?:\/join)?)\/(\d{9,12})(?!\d)/i;

/**
 * The room itself, whatever host names it, and with whatever word or account behind it.
 * @returns such as `meet abc-defg-hij`; undefined where no room can be told
 */
export function roomOf(link: string): string | undefined {
  const zoom = ZOOM_ROOM.exec(link)?.[1];
  const meet = MEET_ROOM.exec(link)?.[1]?.toLowerCase();
  return zoom === undefined ? meet && `meet ${meet}` : `zoom ${zoom}`;
}
