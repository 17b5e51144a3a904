import { Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { nameZones } from '../../../common/clock/zones';
import { Database, statement } from '../../../common/database/database';
import { failureReason } from '../../../common/jobs/job';

const NAMES = statement<{ name: string | null }>('zone-names', 'select name from pg_timezone_names');
const UNKNOWN = statement<{ practices: number }>('zones-unknown', `select count(*)::int as practices from therapist_profiles where zone_or_utc(timezone) <> timezone`);

/** Makes this process take the zones alone that the database knows, too, and tells where practices stand in others. */
@Injectable()
export class Zones implements OnModuleInit {
  private readonly logger = new Logger('zones');

  constructor(private readonly database: Database) {}

  /** Without an answer, what the database does not know is still taken for UTC there. */
  async onModuleInit(): Promise<void> {
    await this.learn().catch((error: unknown) => this.logger.warn(`the time zones of the database could not be read: ${failureReason(error)}`));
  }

  private async learn(): Promise<void> {
    nameZones((await this.database.query(NAMES)).flatMap(({ name }) => name ?? []));
    const practices = await this.countUnknown();
    if (practices > 0) this.logger.error(`The database does not know the time zone of ${practices} practice${practices === 1 ? '' : 's'}: it reckons in UTC there. Bring its time zones (tzdata) up to date.`);
  }

  /** Practices for which the database reckons in UTC, as it does not know their zone. */
  async countUnknown(): Promise<number> {
    const [row] = await this.database.query(UNKNOWN);
    return row?.practices ?? 0;
  }
}
