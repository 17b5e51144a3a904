import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A room of Google Meet or Zoom in which a practice meets its clients. */
@Entity('meeting_rooms')
export class MeetingRoom {
  /** A keyed digest. */
  @PrimaryColumn('bytea') room_hash: Buffer;
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('timestamptz') since: Date;
}
