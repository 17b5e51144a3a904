import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { Stored } from '../../../integrations/storage/stored-objects';
import { OfPractice } from '../../../common/practices/claims';

export const SESSION_KEY_OWNER = new Ownership('meeting_session_keys', ['therapist_id']);

/** What opens the sound of one session, itself encrypted. Its id is the session's. */
@OfPractice({ by: 'therapist_id', notExported: 'Sound is exported opened.', importedAfter: 'meeting_sessions' })
@Entity('meeting_session_keys')
export class MeetingSessionKey {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  /** 32 bytes in base64. */
  @Sealed({ owner: SESSION_KEY_OWNER }) @Column('bytea') wrapped_key: Buffer;
}

/** A stretch that was recorded in one go: after a pause, and after whoever recorded began anew, there is another one. */
@OfPractice({ by: 'session_id', in: 'meeting_sessions' })
@Entity('meeting_parts')
export class MeetingPart {
  @PrimaryColumn('uuid') session_id: string;
  @PrimaryColumn('int') part: number;
  @Column('text') reason: 'begin' | 'resume' | 'restart';
  @Column('timestamptz') began_at: Date;
}

/** About two seconds of sound, mono and 16 bit. */
@OfPractice({ by: 'session_id', in: 'meeting_sessions', without: { storage_key: 'Of the storage here.' } })
@Entity('meeting_chunks')
export class MeetingChunk {
  @PrimaryColumn('uuid') session_id: string;
  @PrimaryColumn('int') part: number;
  @PrimaryColumn('int') seq: number;
  /** Counted from the beginning of its part. */
  @Column('bigint') start_frame: string;
  @Column('int') frames: number;
  @Column('int') rate: number;
  @Column('real') peak: number;
  @Stored('recordings') @Column('text') storage_key: string;
  /** By the device's clock; of a notetaker by the database's. */
  @Column('timestamptz') captured_at: Date;
  @Column('timestamptz') stored_at: Date;
}
