import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../common/practices/claims';

/** A room of Google Meet or Zoom in which a practice meets its clients. */
@OfPractice({ by: 'therapist_id', notExported: 'Keyed digests; known anew from its links.' })
@Entity('meeting_rooms')
export class MeetingRoom {
  /** A keyed digest. */
  @PrimaryColumn('bytea') room_hash: Buffer;
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('timestamptz') since: Date;
}
