import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../common/database/database';
import { AppConfig } from '../../config/app-config';
import { ImageEncoder } from '../../integrations/images/image-encoder';
import { ImageStore } from '../../integrations/images/image-store';
import { UserRepository } from './user.repository';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Google's picture of a person, fetched and encoded anew by the server, so that no browser ever asks Google for it. */
@Injectable()
export class PictureService {
  private readonly logger = new Logger('sign-in');

  constructor(
    private readonly config: AppConfig,
    private readonly database: Database,
    private readonly encoder: ImageEncoder,
    private readonly images: ImageStore,
    private readonly users: UserRepository,
  ) {}

  /** A picture that cannot be had is no reason to fail a sign-in: the old one stays. */
  async refresh(userId: string, url: string | undefined): Promise<void> {
    if (!url || !this.trusted(url)) return;
    try {
      const image = await this.encoder.encode(await download(url));
      await this.database.transaction(async (tx) => {
        await this.images.put(image, tx);
        await this.users.setPicture(userId, image.hash, tx);
      });
    } catch (error) {
      this.logger.warn(`profile picture not taken over: ${error instanceof Error ? error.name : 'unknown'}`);
    }
  }

  /** Only Google's own picture host, or the host that stands in for Google, is ever asked. */
  private trusted(url: string): boolean {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (!target) return false;
    const { userInfoUrl } = this.config.google;
    if (userInfoUrl) return target.host === new URL(userInfoUrl).host || this.config.ownOrigins.includes(target.origin);
    return target.protocol === 'https:' && target.port === '' && target.hostname.endsWith('.googleusercontent.com');
  }
}


async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok || !answer.body) throw new Error('no picture');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('the picture is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
