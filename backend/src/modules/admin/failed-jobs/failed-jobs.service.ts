import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { FailedJobs, SettledJob } from '../../../common/jobs/failed-jobs';
import { pageOf, readCursor } from '../../../common/paging/paging';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import * as messages from '../messages';
import { FailedJobListDto, JobListQueryDto } from './failed-jobs.dto';

const PAGE_ROWS = 50;

export interface FailedJobPage extends FailedJobListDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** Jobs that were given up: seen, tried again or discarded by a person. */
@Injectable()
export class FailedJobsService {
  constructor(
    private readonly jobs: FailedJobs,
    private readonly works: Works,
    private readonly config: AppConfig,
  ) {}

  /** The last one given up first. @throws DomainError invalid for a cursor that no page gave */
  async list(query: JobListQueryDto): Promise<FailedJobPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const found = await this.jobs.list(limit + 1, readCursor(query.cursor));
    const { rows, link } = pageOf(found, limit, `${this.config.publicUrl}/api/admin/jobs`, query, ({ keyset_at: at, id }) => ({ at, id }));
    return {
      jobs: rows.map((row) => ({
        id: row.id,
        queue: row.queue,
        job: row.job,
        reason: row.reason ?? '',
        attempts: row.attempts,
        created_at: row.created_at.toISOString(),
        failed_at: row.failed_at.toISOString(),
      })),
      link,
    };
  }

  /** Puts a job in line again with all its tries. @throws DomainError not_found, or conflict when it is no longer a failed one */
  retry(actor: Actor, id: string): Promise<void> {
    return this.settle(actor, id, 'retry_job', ({ tx }) => this.jobs.retry(tx, id));
  }

  /** Gives a job up for good. @throws DomainError not_found, or conflict when it is no longer a failed one */
  discard(actor: Actor, id: string): Promise<void> {
    return this.settle(actor, id, 'discard_job', ({ tx }) => this.jobs.discard(tx, id));
  }

  private settle(actor: Actor, id: string, action: string, change: (work: Work) => Promise<SettledJob | undefined>): Promise<void> {
    return this.works.begin(actor, async (work) => {
      const settled = await change(work);
      if (!settled) {
        const there = await this.jobs.exists(work.tx, id);
        throw there ? new DomainError('conflict', messages.jobNotFailed) : new DomainError('not_found', messages.noSuchJob);
      }
      const { queue, job } = settled;
      await work.record({ action, subjectType: 'job', subjectId: id, details: { queue, job } });
    });
  }
}
