import { MigrationInterface, QueryRunner } from 'typeorm';

/** Where sessions take place: said by the practice and by each service, and kept with a booking as it was agreed. */
export class PlacesOfSessions1764000100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table therapist_profiles
      add column phone text check (phone ~ '^[0-9 +().\\-/]{1,40}$'),
      add column phone_shown boolean not null default false,
      add column address text check (length(address) between 1 and 300),
      add column address_shown boolean not null default false`);
    await queryRunner.query(`alter table services
      add column address text check (length(address) between 1 and 300),
      add column online_place text not null default 'video' check (online_place in ('video', 'therapist-calls', 'client-calls')),
      add column video_link text check (video_link ~ '^https://' and length(video_link) <= 500)`);
    // Earlier bookings agreed on none.
    await queryRunner.query(`alter table bookings
      add column place_kind text check (place_kind in ('in-person', 'video', 'therapist-calls', 'client-calls')),
      add column place_detail text check (length(place_detail) between 1 and 500),
      add constraint bookings_place check (place_detail is null or place_kind is not null)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table bookings drop column place_kind, drop column place_detail');
    await queryRunner.query('alter table services drop column address, drop column online_place, drop column video_link');
    await queryRunner.query('alter table therapist_profiles drop column phone, drop column phone_shown, drop column address, drop column address_shown');
  }
}
