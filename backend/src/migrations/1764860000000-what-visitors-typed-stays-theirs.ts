import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPED = 'by_visitor or called_as_typed';

/**
 * A therapist's appointment takes name and number of a client along as they are known: what a visitor had typed is told apart there as well. A client is
 * called by what they said or the therapist typed; by what visitors typed only where there is nothing else, and then by the first of it.
 */
export class WhatVisitorsTypedStaysTheirs1764860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings add called_as_typed boolean not null default false, add phone_as_typed boolean not null default false');
    const typedBefore = (what: string): string => `exists (select from bookings v where v.therapist_id = b.therapist_id and v.client_id = b.client_id and v.by_visitor and v.created_at < b.created_at and ${what})
      and not exists (select from bookings o where o.therapist_id = b.therapist_id and o.client_id = b.client_id and not o.booked_by_stranger and not o.by_visitor and o.created_at < b.created_at and ${what.replaceAll('v.', 'o.')})`;
    await runner.query(`update bookings b set called_as_typed = ${typedBefore('v.client_name = b.client_name')}, phone_as_typed = ${typedBefore('v.client_phone = b.client_phone')}
      where not by_visitor and exists (select from booking_events e where e.booking_id = b.id and e.kind = 'booked' and e.actor = 'therapist')`);
    await runner.query('drop index bookings_names');
    await runner.query(`create or replace view client_names as
      select distinct on (therapist_id, client_id) therapist_id, client_id, client_name as name from bookings where client_name <> ''
      order by therapist_id, client_id, (case when ${TYPED} then 2 when booked_by_stranger then 1 else 0 end), (case when ${TYPED} or booked_by_stranger then created_at end), created_at desc, id desc`);
    await runner.query(`create index bookings_names on bookings (therapist_id, client_id, (case when ${TYPED} then 2 when booked_by_stranger then 1 else 0 end), (case when ${TYPED} or booked_by_stranger then created_at end), created_at desc, id desc)
      where client_name <> ''`);
    await runner.query('drop index bookings_own_phone');
    await runner.query('create index bookings_own_phone on bookings (therapist_id, client_id, created_at desc) where not by_visitor and not phone_as_typed and client_phone is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index bookings_own_phone');
    await runner.query('create index bookings_own_phone on bookings (therapist_id, client_id, created_at desc) where not by_visitor and client_phone is not null');
    await runner.query('drop index bookings_names');
    await runner.query(`create or replace view client_names as
      select distinct on (therapist_id, client_id) therapist_id, client_id, client_name as name from bookings where client_name <> ''
      order by therapist_id, client_id, booked_by_stranger, case when booked_by_stranger then created_at end, created_at desc, id desc`);
    await runner.query(`create index bookings_names on bookings (therapist_id, client_id, booked_by_stranger, (case when booked_by_stranger then created_at end), created_at desc, id desc)
      where client_name <> ''`);
    await runner.query('alter table bookings drop called_as_typed, drop phone_as_typed');
  }
}
