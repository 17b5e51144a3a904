import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A consent that nobody used is deleted after a while, with its answer: that somebody else has the address of a record that was left stays known. */
export class AnswersByLinkStayKnown1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update clients r set others_since = now() where r.left_by is not null and r.others_since is null
      and exists (select from meeting_consents e join meeting_consent_answers a on a.consent_id = e.id and a.party = 'client' where e.client_id = r.id and a.answered_at > r.left_at)`);
  }

  /** What is known is not forgotten. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}
