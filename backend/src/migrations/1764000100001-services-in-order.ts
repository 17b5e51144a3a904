import { MigrationInterface, QueryRunner } from 'typeorm';

/** Services stand in the order that their therapist gave them, and are not all for everybody. */
export class ServicesInOrder1764000100001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table services
      add column position int not null default 0 check (position >= 0),
      add column visibility text not null default 'everybody' check (visibility in ('everybody', 'clients', 'hidden'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table services drop column position, drop column visibility');
  }
}
