import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import type { Block } from '../../../integrations/mail/mail-document';
import type { OutgoingMail } from '../../../integrations/mail/mailer';
import { MailEnd } from '../client.entity';
import * as messages from '../messages';
import type { PracticeMailsDto } from './mail-end.dto';

/** Whoever has the address, be it their account or what practices keep of it. */
const STATE = statement<{ ended: boolean; confirmed: boolean }>('practice-mails-state', `select exists (select from mail_ends where therapist_id = $1 and address_hash = $2) as ended,
         exists (select from confirmed_clients k join clients c on c.id = k.client_id where k.therapist_id = $1 and c.email = $3 and c.left_by is null) as confirmed`);
const OF_LINK = statement<{ name: string; ended: boolean }>('practice-mails-of-link', `select coalesce(p.display_name, u.name) as name, exists (select from mail_ends where therapist_id = u.id and address_hash = $2) as ended
         from users u left join therapist_profiles p on p.therapist_id = u.id where u.id = $1 and u.user_type = 'therapist'`);
const END = statement('practice-mails-end', 'insert into mail_ends (therapist_id, address_hash, ended_at) values ($1, $2, $3) on conflict do nothing');

const BY_LINK: Limit = { scope: 'practice-mails-link', max: 300, windowMs: 3_600_000 };
/** A network has as many connections as it likes, and each choice is in the log. */
const CHOICES: Limit = { scope: 'practice-mails-choice', max: 20, windowMs: 3_600_000 };
const PURPOSE = 'link that ends the mails of a practice';
const [ID_BYTES, HASH_BYTES, PROOF_BYTES] = [16, 32, 16];

/** Whom a mail of a practice would go to. */
export interface Reader {
  therapist_id: string;
  client_email: string;
}

interface Linked {
  therapistId: string;
  addressHash: Buffer;
}

/** What a mail gets that can be the last one: the link at its end, and the headers by which mail programs offer the same. */
export interface EndOfMails {
  blocks: Block[];
  headers: NonNullable<OutgoingMail['headers']>;
}

/**
 * Who never went to a practice ends its mails: anybody books in anybody's name, and anybody is a practice. Who books there with a proved address, or
 * says in the portal that it is theirs, gets them again.
 */
@Injectable()
export class MailEnds {
  constructor(
    private readonly database: Database,
    private readonly works: Works,
    private readonly keys: KeyRing,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {}

  /** @returns `ended` where nothing may go out; what ends them, where the practice is not the person's own; nothing where it is */
  async of({ therapist_id, client_email }: Reader): Promise<'ended' | EndOfMails | undefined> {
    const addressHash = this.hash(client_email);
    const [state] = await this.database.query(STATE, [therapist_id, addressHash, client_email.toLowerCase()]);
    if (!state || state.confirmed) return undefined;
    if (state.ended) return 'ended';
    const token = this.tokenOf({ therapistId: therapist_id, addressHash });
    const { publicUrl } = this.config;
    return {
      blocks: [{ kind: 'link', label: messages.END_MAILS, url: `${publicUrl}/manage#end.${token}` }],
      headers: { 'List-Unsubscribe': `<${publicUrl}/api/practice-mails/${token}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    };
  }

  /** @throws DomainError not_found; too_many */
  async show(actor: Actor, token: string): Promise<PracticeMailsDto> {
    return this.look(await this.opened(actor, token));
  }

  /** @throws DomainError as {@link show} */
  async choose(actor: Actor, token: string, wanted: boolean): Promise<PracticeMailsDto> {
    const linked = await this.opened(actor, token);
    const { therapistId, addressHash } = linked;
    const wait = await this.limits.reserve([CHOICES, `${therapistId} ${addressHash.toString('base64url')}`]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyLinks, { retryAfterSeconds: wait });
    return this.works.begin(actor, async (work) => {
      if (wanted) await work.tx.manager.delete(MailEnd, { therapist_id: therapistId, address_hash: addressHash });
      else await work.tx.query(END, [therapistId, addressHash, work.now()]);
      await work.record({ action: wanted ? 'resume_practice_mails' : 'end_practice_mails', subjectType: 'therapist', subjectId: therapistId });
      return this.look(linked, work.tx);
    });
  }

  private async look({ therapistId, addressHash }: Linked, on: Queryable = this.database): Promise<PracticeMailsDto> {
    const [found] = await on.query(OF_LINK, [therapistId, addressHash]);
    if (!found) throw new DomainError('not_found', messages.noSuchLink);
    return { therapist_name: found.name, wanted: !found.ended };
  }

  private async opened(actor: Actor, token: string): Promise<Linked> {
    const wait = await this.limits.reserve([BY_LINK, connectionOf(actor.address)]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyLinks, { retryAfterSeconds: wait });
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + HASH_BYTES + PROOF_BYTES) throw new DomainError('not_found', messages.noSuchLink);
    const linked = { therapistId: bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), addressHash: bytes.subarray(ID_BYTES, ID_BYTES + HASH_BYTES) };
    if (!equalInConstantTime(bytes.subarray(ID_BYTES + HASH_BYTES), this.proofOf(linked))) throw new DomainError('not_found', messages.noSuchLink);
    return linked;
  }

  /** It is stored nowhere, and says nothing but whom it is about, in digests. */
  private tokenOf(linked: Linked): string {
    return Buffer.concat([Buffer.from(linked.therapistId.replaceAll('-', ''), 'hex'), linked.addressHash, this.proofOf(linked)]).toString('base64url');
  }

  private proofOf({ therapistId, addressHash }: Linked): Buffer {
    return this.keys.digest(PURPOSE, `${therapistId} ${addressHash.toString('hex')}`).subarray(0, PROOF_BYTES);
  }

  private hash(email: string): Buffer {
    return this.keys.digest('practice-mails-address', email.toLowerCase());
  }
}
