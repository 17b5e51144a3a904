import { MigrationInterface, QueryRunner } from 'typeorm';

/** Transcripts that are made while their session is recorded, and uses of engines that count less than one. */
export class LinesWhileRecording1764713100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const states = (...names: string[]): string[] => [
  'alter table meeting_transcripts drop constraint meeting_transcripts_state_check',
  `alter table meeting_transcripts add constraint meeting_transcripts_state_check check (state in (${names.map((name) => `'${name}'`).join(', ')}))`,
];
const failures = (check: string): string[] => [
  'alter table meeting_transcripts drop constraint meeting_transcripts_check',
  `alter table meeting_transcripts add constraint meeting_transcripts_check check (${check})`,
];

const UP = [
  ...states('live', 'waiting', 'running', 'done', 'failed', 'destroyed'),
  // While it is recorded, what went wrong last is told, and it goes on.
  ...failures(`case state when 'failed' then failure is not null when 'live' then true else failure is null end`),
  'alter table meeting_transcripts add held_until timestamptz, add rewinds int not null default 0 constraint meeting_transcripts_rewinds_check check (rewinds >= 0)',
  'alter table ai_runs add weight real not null default 1 constraint ai_runs_weight_check check (weight > 0)',
];

const DOWN = [
  'alter table ai_runs drop column weight',
  'alter table meeting_transcripts drop column rewinds, drop column held_until',
  `delete from meeting_transcripts where state = 'live'`,
  ...failures(`(state = 'failed') = (failure is not null)`),
  ...states('waiting', 'running', 'done', 'failed', 'destroyed'),
];
