import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Handles, job, Upkeep } from '../../../common/jobs/job';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { digestMail } from './digest-mail';
import { DigestRepository } from './digest.repository';

/** Nine tries over about twenty minutes: later, the day has begun. */
export const sendMorningDigest = job<{ digest_id: string }>('mail', 'send-morning-digest', { attempts: 9, dispensable: true });

/** Few tries: the next round comes soon. */
const putDigestsInLine = job<Record<string, never>>('maintenance', 'tell-of-the-day', { attempts: 2, everyMs: 5 * 60_000 });

const BATCH = 1_000;

/** Tells therapists who want it in the morning which times of the day are booked. */
@Injectable()
export class DigestService {
  constructor(
    private readonly works: Works,
    private readonly repository: DigestRepository,
    private readonly addresses: PersonAddresses,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  @Handles(putDigestsInLine)
  async tell(): Promise<void> {
    let count: number;
    do {
      count = await this.works.begin(SYSTEM_ACTOR, async (work) => {
        const ids = await this.repository.putInLine(work.now(), BATCH, work.tx);
        await work.enqueue(sendMorningDigest, ...ids.map((digest_id) => ({ digest_id })));
        return ids.length;
      });
    } while (count > 0);
  }

  /** Nothing when it was turned off or nothing is left of the day. @throws PermanentFailure when no further try can deliver it */
  @Handles(sendMorningDigest)
  async deliver({ digest_id }: { digest_id: string }): Promise<void> {
    const [first, ...others] = await this.repository.listDay(digest_id, this.clock.now());
    if (!first) return;
    await this.mailer.deliver(digestMail(digest_id, [first, ...others], await this.addresses.ofTherapist(first.therapist_id), this.config.publicUrl));
  }

  @Upkeep('morning digests')
  deleteOld(): Promise<number> {
    return this.repository.deleteOld(this.clock.now());
  }
}
