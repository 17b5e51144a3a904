import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * In which rooms of Google Meet or Zoom each practice meets its clients, since when, by a keyed digest; and the two words by which a notetaker is
 * known. Rooms of before are added once, when the API starts.
 */
export class MeetingRooms1764780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table meeting_rooms (
      room_hash bytea not null,
      therapist_id uuid not null references users (id) on delete cascade,
      since timestamptz not null,
      primary key (room_hash, therapist_id)
    )`);
    await runner.query('create index meeting_rooms_therapist on meeting_rooms (therapist_id)');
    await runner.query('alter table meeting_sessions add column notetaker_words text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table meeting_sessions drop column notetaker_words');
    await runner.query('drop table meeting_rooms');
  }
}
