import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an account lets the list of its calendars be read, which is asked for in a step of its own. */
export class CalendarLists1764720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  // Everybody was asked for it so far; where it was not given, Google says so with the next question.
  'alter table calendar_connections add column may_list boolean not null default true',
  'alter table calendar_connections alter column may_list set default false',
  'alter table calendar_flows add column adds_list boolean not null default false',
];

const DOWN = ['alter table calendar_flows drop column adds_list', 'alter table calendar_connections drop column may_list'];
