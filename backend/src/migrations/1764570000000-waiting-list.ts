import { MigrationInterface, QueryRunner } from 'typeorm';

/** People who found no time, and the times that were offered to them. An offered time is held as one that waits for its code is. */
export class WaitingList1764570000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table waiting_requests (
      id uuid primary key,
      therapist_id uuid not null references users (id) on delete cascade,
      service_id uuid not null references services (id) on delete cascade,
      details bytea not null,
      address_hash bytea not null,
      token_hash bytea not null unique,
      token bytea not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      expires_at timestamptz not null,
      ended_at timestamptz
    )`);
    await runner.query('create index waiting_requests_open on waiting_requests (therapist_id, confirmed_at) where ended_at is null and confirmed_at is not null');
    await runner.query('create index waiting_requests_address on waiting_requests (address_hash, created_at)');
    await runner.query(`create table waiting_offers (
      id uuid primary key,
      request_id uuid not null references waiting_requests (id) on delete cascade,
      starts_at timestamptz not null,
      created_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > created_at),
      answer text check (answer in ('taken', 'declined')),
      unique (request_id, starts_at)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table waiting_offers');
    await runner.query('drop table waiting_requests');
  }
}
