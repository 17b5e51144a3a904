import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether somebody confirmed that the address of a request is theirs carries the product's mark. Requests of before are marked once, when the API starts. */
export class WaitingRequestsMarked1764611000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table waiting_requests add column mark bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table waiting_requests drop column mark');
  }
}
