import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Handles, job, Upkeep } from '../../../common/jobs/job';
import { traced } from '../../../common/tracing/tracing';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { ImageRefused } from '../../../integrations/images/encoded-image';
import { ImageEncoder } from '../../../integrations/images/image-encoder';
import { ImageStore } from '../../../integrations/images/image-store';
import { UserRepository } from '../sign-in/user.repository';
import { GooglePictureRepository } from './google-picture.repository';

/** The old picture stays where it cannot be had, and the next sign-in asks again. */
const takeOverPicture = job<{ user_id: string }>('pictures', 'take-over-google-picture', { attempts: 5, dispensable: true });

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** Longer than all tries of the job take. */
const KEPT_MS = 3_600_000;

/** Google has no picture there that could ever be taken over. */
class NoPicture extends Error {}

/** Google's picture of a person is fetched by the worker after the sign-in and encoded anew, so that no browser ever asks Google for it. */
@Injectable()
export class GooglePictureService {
  constructor(
    private readonly addresses: GooglePictureRepository,
    private readonly users: UserRepository,
    private readonly encoder: ImageEncoder,
    private readonly images: ImageStore,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Leaves the picture to the worker, with the sign-in that told where it is. */
  async ask(work: Work, userId: string, url: string | undefined): Promise<void> {
    if (!url || !this.trusts(url)) return;
    await this.addresses.putAddress({ user_id: userId, url, told_at: work.now() }, work.tx);
    await work.enqueue(takeOverPicture, { user_id: userId });
  }

  @Handles(takeOverPicture)
  async takeOver({ user_id }: { user_id: string }): Promise<void> {
    const address = await this.addresses.findAddress(user_id);
    if (!address) return;
    try {
      const image = await this.encoder.encode(await download(address.url), user_id);
      await this.works.begin(SYSTEM_ACTOR, async ({ tx }) => {
        // A newer sign-in has a job of its own.
        if (!(await this.addresses.deleteAddress(address, tx))) return;
        await this.images.put(image, tx);
        await this.users.updateUser(user_id, { picture_hash: image.hash }, tx);
      });
    } catch (error) {
      if (!(error instanceof NoPicture || error instanceof ImageRefused)) throw error;
      await this.addresses.deleteAddress(address);
    }
  }

  /** Addresses of pictures that could not be had. */
  @Upkeep('google pictures')
  deleteOld(): Promise<number> {
    return this.addresses.deleteOldAddresses(new Date(this.clock.now().getTime() - KEPT_MS));
  }

  /** Only Google's own picture host, or the host that stands in for Google, is ever asked. */
  private trusts(url: string): boolean {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (!target) return false;
    const { userInfoUrl } = this.config.google;
    if (userInfoUrl) return target.host === new URL(userInfoUrl).host || this.config.ownOrigins.includes(target.origin);
    return target.protocol === 'https:' && target.port === '' && target.hostname.endsWith('.googleusercontent.com');
  }
}

/** @throws NoPicture, or what may pass: no answer in time, or one that says so */
async function download(url: string): Promise<Buffer> {
  const answer = await traced('google', 'getPicture', () => fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }));
  if (answer.status >= 500 || answer.status === 429) throw new Error(`the picture's host answered ${answer.status}`);
  if (!answer.ok || !answer.body) throw new NoPicture();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new NoPicture();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
