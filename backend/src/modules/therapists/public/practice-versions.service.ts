import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, statement } from '../../../common/database/database';
import { Upkeep } from '../../../common/jobs/job';
import { PublicChange } from '../therapist.entity';

/** Nothing that is served is older than a second; the rest of it is for the way to the socket. */
const TRUSTED_MS = 800;
const MOST_LOOKS = 20_000;

/** Rows come in any order, and the oldest go: both their number and their sum are the same only while none came. */
const VERSION = statement<{ version: string }>('public-version', `select count(*) || ' ' || coalesce(sum(id), 0) as version from public_changes where therapist_id = $1`, { plan: 'generic', connection: 'shared' });

interface Look {
  /** Undefined while it is under way. */
  version?: string;
  answer: Promise<string>;
  /** By the process's own clock, in milliseconds. */
  startedAt: number;
  /** What this process had committed by then. */
  commits: number;
}

/**
 * Which version of what visitors are told about a practice is the present one. It changes with each change of its profile, services, hours, time off,
 * appointments, holds and calendars, in the transaction of that change, whoever makes it.
 */
@Injectable()
export class PracticeVersionsService {
  private readonly looks = new LRUCache<string, Look>({ max: MOST_LOOKS });

  constructor(private readonly database: Database) {}

  /**
   * Looks no more often than once a second, and again after each commit of this process: its own changes are seen by the next read, those of others
   * within a second. What is read after this has come back is of this version or of a later one. @throws DatabaseUnavailable
   */
  of(therapistId: string): Promise<string> {
    const trusted = this.trusted(therapistId);
    if (trusted) return trusted.answer;
    const started: Look = { answer: this.read(therapistId), startedAt: performance.now(), commits: this.database.commits };
    this.looks.set(therapistId, started);
    started.answer.then(
      (version) => (started.version = version),
      () => {
        if (this.looks.get(therapistId) === started) this.looks.delete(therapistId);
      },
    );
    return started.answer;
  }

  /** {@link of}, where nothing has to be looked up. */
  known(therapistId: string): string | undefined {
    return this.trusted(therapistId)?.version;
  }

  /** Nobody keeps an answer for so long. */
  @Upkeep('public changes')
  async deleteOld(): Promise<number> {
    const { affected } = await this.database.manager.createQueryBuilder().delete().from(PublicChange).where(`at < clock_timestamp() - interval '1 hour'`).execute();
    return affected ?? 0;
  }

  private trusted(therapistId: string): Look | undefined {
    const look = this.looks.get(therapistId);
    return look && look.commits === this.database.commits && performance.now() - look.startedAt < TRUSTED_MS ? look : undefined;
  }

  private async read(therapistId: string): Promise<string> {
    const [row] = await this.database.query(VERSION, [therapistId]);
    return row?.version ?? '';
  }
}
