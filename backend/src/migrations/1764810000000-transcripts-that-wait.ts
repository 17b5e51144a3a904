import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A transcript that waits for another day says why. */
export class TranscriptsThatWait1764810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await check(runner, `case when state = 'failed' then failure is not null when state in ('live', 'waiting') then true else failure is null end`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update meeting_transcripts set failure = null where state = 'waiting'`);
    await check(runner, `case state when 'failed' then failure is not null when 'live' then true else failure is null end`);
  }
}

async function check(runner: QueryRunner, rule: string): Promise<void> {
  await runner.query('alter table meeting_transcripts drop constraint meeting_transcripts_check');
  await runner.query(`alter table meeting_transcripts add constraint meeting_transcripts_check check (${rule})`);
}
