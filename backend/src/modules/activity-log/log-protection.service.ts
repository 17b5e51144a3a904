import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../common/database/database';
import { OnStart } from '../../common/process/start-hooks';
import { AppConfig } from '../../config/app-config';
import { AuditProblem, Audits } from './chain/audit.service';
import { ActivityWitness } from './chain/witness.service';
import { ForeignRule, listForeignRules } from './foreign-rules';

/** A database of another version of the product differs in many things. */
const TOLD_AT_ONCE = 10;

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
    private readonly witness: ActivityWitness,
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

  /** Somebody can write into the tables, or take out of them, in the product's stead: the operator is told at each start, and before each emergency access. */
  @OnStart('api')
  async tellOfForeignRules(): Promise<void> {
    const rules = await this.auditRules();
    for (const { message } of rules.slice(0, TOLD_AT_ONCE)) await this.witness.alarm(message);
    if (rules.length > TOLD_AT_ONCE) await this.witness.alarm(`${rules.length - TOLD_AT_ONCE} more things in the database are not as the migrations left them; audit:verify names them.`);
  }

  /** What somebody else made in the database, which statements pass on their way, or which takes out again what they wrote. */
  @Audits()
  async auditRules(): Promise<AuditProblem[]> {
    const rules = await listForeignRules(this.database);
    return rules.map((rule) => ({ kind: 'foreign_rule', message: messageOf(rule) }));
  }
}

const SAID = {
  foreign: 'which no migration made',
  changed: 'which is not as the migrations made it',
  missing: 'which the migrations made, no more',
} as const;

function messageOf({ part, state }: ForeignRule): string {
  return `The database has ${JSON.stringify(part)}, ${SAID[state]}: what is read or written can be made up, changed or swallowed on its way, or taken out of the activity log again.`;
}
