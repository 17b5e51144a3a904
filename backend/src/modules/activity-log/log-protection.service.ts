import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../common/database/database';
import { OnStart } from '../../common/process/start-hooks';
import { AppConfig } from '../../config/app-config';

/** Postgres's own word: by a right, as a superuser, or as somebody who may act as the owner. */
const CHANGEABLE = statement<{ changeable: boolean }>(
  'activity-log-changeable',
  `select coalesce(bool_or(r.rolsuper or pg_has_role(r.oid, c.relowner, 'member') or has_table_privilege(r.oid, c.oid, 'update, delete, truncate, trigger')), true) as changeable
     from pg_class c cross join pg_roles r
    where c.oid in ('activity_log'::regclass, 'activity_seals'::regclass, 'activity_checkpoints'::regclass) and r.rolname = current_user`,
);

/** Whether the database keeps the application's own role from changing what is in the log. */
@Injectable()
export class LogProtection {
  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
  ) {}

  async isEnforced(): Promise<boolean> {
    const [row] = await this.database.query(CHANGEABLE);
    return row?.changeable === false;
  }

  /** @throws Error in production, while the application could rewrite the log */
  @OnStart('api')
  async refuseUnprotected(): Promise<void> {
    if (this.config.production && !(await this.isEnforced())) {
      throw new Error(
        'The role in DATABASE_URL can change or empty the activity log: it is a superuser, a member of the owner’s role, or was granted too much. Use a role that the migrations grant its rights, and no other.',
      );
    }
  }
}
