import { Injectable, Logger } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { newToken } from '../../../common/crypto/tokens';
import { newId } from '../../../common/database/database';
import { PartFailures } from '../../../common/health/part-failures';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { ImageEncoder } from '../../../integrations/images/image-encoder';
import { ImageStore } from '../../../integrations/images/image-store';
import { Account, UserRepository } from '../sign-in/user.repository';
import { GoogleIdentity, SignInRequest } from './google.strategy';
import { OpenFlow, SignInFlowRepository } from './sign-in-flow.repository';

const CODE_LIFETIME_MS = 60_000;
const FAILED = '/?auth_error=1';
const PICTURE_TIMEOUT_MS = 2_000;
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** Google's answer becomes a one-time code in the address fragment; the first sign-in makes the account. */
@Injectable()
export class GoogleSignInService {
  private readonly logger = new Logger('sign-in');

  constructor(
    private readonly flows: SignInFlowRepository,
    private readonly users: UserRepository,
    private readonly encoder: ImageEncoder,
    private readonly images: ImageStore,
    private readonly failures: PartFailures,
    private readonly works: Works,
    private readonly config: AppConfig,
  ) {}

  /** @returns the address the browser goes to next */
  async finish(request: SignInRequest, identity: GoogleIdentity | undefined, actor: Actor): Promise<string> {
    const flow = request.signInFlow;
    if (!flow || !identity) return FAILED;
    try {
      return await this.giveCode(flow, identity, actor);
    } catch (error) {
      const reason = `sign-in could not be finished: ${error instanceof Error ? error.name : 'unknown'}`;
      this.logger.warn(reason);
      await this.failures.note('sign_in', reason);
      return FAILED;
    }
  }

  private async giveCode(flow: OpenFlow, identity: GoogleIdentity, actor: Actor): Promise<string> {
    const code = newToken();
    const userId = await this.works.begin(actor, async (work) => {
      const user = await this.userOf(work, identity);
      const expiresAt = new Date(work.now().getTime() + CODE_LIFETIME_MS);
      return user && (await this.flows.giveCode(flow.id, { code, user_id: user.id, expires_at: expiresAt }, work.tx)) ? user.id : undefined;
    });
    if (!userId) return FAILED;
    await this.refreshPicture(userId, identity.pictureUrl, actor);
    return `${flow.redirect}#session_id=${code}`;
  }

  /** An account is found by Google's subject alone: an address can change hands, a subject cannot. */
  private async userOf({ tx }: Work, identity: GoogleIdentity): Promise<Account | undefined> {
    const known = await this.users.lockUserOfGoogle(identity.sub, tx);
    if (known) return this.users.takeOverAddress(known, identity.email, tx);
    const therapist = { id: newId(), user_type: 'therapist', email: identity.email, name: identity.name, google_sub: identity.sub } as const;
    // Two first sign-ins at once: the slower one finds what the faster one made.
    return (await this.users.insertUser(therapist, tx)) ?? (await this.users.lockUserOfGoogle(identity.sub, tx));
  }

  /**
   * Google's picture of a person is fetched and encoded anew by the server, so that no browser ever asks Google for it.
   * One that cannot be had is no reason to fail a sign-in: the old one stays.
   */
  private async refreshPicture(userId: string, url: string | undefined, actor: Actor): Promise<void> {
    if (!url || !this.trusts(url)) return;
    try {
      const image = await this.encoder.encode(await download(url));
      await this.works.begin(actor, async ({ tx }) => {
        await this.images.put(image, tx);
        await this.users.updateUser(userId, { picture_hash: image.hash }, tx);
      });
    } catch (error) {
      this.logger.warn(`profile picture not taken over: ${error instanceof Error ? error.name : 'unknown'}`);
    }
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

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PICTURE_TIMEOUT_MS) });
  if (!answer.ok || !answer.body) throw new Error('no picture');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_PICTURE_BYTES) throw new Error('the picture is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
