import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../common/crypto/key-ring';
import { Queryable, statement } from '../../common/database/database';
import type { MeetingRoom } from './meeting-room.entity';

const CLAIM = statement('meeting-room-claim', `insert into meeting_rooms (room_hash, therapist_id, since) select room, $2, $3 from unnest($1::bytea[]) as room
         on conflict (room_hash, therapist_id) do update set since = least(meeting_rooms.since, excluded.since)`);
/** Whoever was there first keeps it, as long as they have their account: naming a room later takes it from nobody. */
const IS_ANOTHERS = statement<{ is_anothers: boolean }>('meeting-room-is-anothers', `select exists (
           select from meeting_rooms r join users u on u.id = r.therapist_id and u.is_active where r.room_hash = any($1::bytea[]) and r.therapist_id <> $2
             and not exists (select from meeting_rooms m where m.room_hash = r.room_hash and m.therapist_id = $2 and m.since < r.since)) as is_anothers`);

/** Who meets their clients in which room: nobody sends a notetaker into another practice's. */
@Injectable()
export class MeetingRooms {
  constructor(private readonly keys: KeyRing) {}

  /** @param link of a service, an appointment or a consent; one that leads to no room is left out */
  async claim({ therapist_id, since }: Pick<MeetingRoom, 'therapist_id' | 'since'>, link: string | null, on: Queryable): Promise<void> {
    const rooms = link === null ? [] : roomsOf(link);
    if (rooms.length > 0) await on.query(CLAIM, [this.digests(rooms), therapist_id, since]);
  }

  /** Whether another practice met its clients there before this one did. */
  async isAnothers(therapistId: string, link: string, on: Queryable): Promise<boolean> {
    const rooms = roomsOf(link);
    return rooms.length > 0 && (await on.query(IS_ANOTHERS, [this.digests(rooms), therapistId]))[0]?.is_anothers === true;
  }

  private digests(rooms: readonly string[]): Buffer[] {
    return rooms.map((room) => this.keys.digest('meeting-room', room));
  }
}

const MEET_ROOM = /\/([a-z]{3}-[a-z]{4}-[a-z]{3})(?![a-z0-9-])/gi;
const ZOOM_ROOM = /\/(?:j|s|w|wc(?:\/join)?)\/(\d{9,12})(?!\d)/gi;

/**
 * The rooms themselves, whatever host names them, and with whatever word or account behind it. All that stand in the link, as it is written and as a browser
 * reads it, which takes \ for / and passes over tabs: which of them it leads to is the host's to say, and what is behind its path must hide none.
 * @returns such as `meet abc-defg-hij`, each once; none where no room can be told
 */
export function roomsOf(link: string): string[] {
  const read = URL.canParse(link) ? `${link} ${new URL(link).href}` : link;
  const rooms = (platform: string, pattern: RegExp): string[] => [...read.matchAll(pattern)].map(([, room = '']) => `${platform} ${room.toLowerCase()}`);
  return [...new Set([...rooms('zoom', ZOOM_ROOM), ...rooms('meet', MEET_ROOM)])];
}
