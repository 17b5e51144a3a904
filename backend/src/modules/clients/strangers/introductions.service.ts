import { Injectable } from '@nestjs/common';
import { passesFor } from '../../../common/http/alike-names';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Block } from '../../../integrations/mail/mail-document';
import { nameRun } from '../../../integrations/mail/mail-name';
import * as messages from '../messages';
import { ClientsService } from '../persons/persons.service';

/** $1: whom the mail is about, and what the account of the address is shown, $2: the practice that writes to it. */
const KNOWN = statement<{ name: string; since: Date; is_known: boolean; others: string[] }>('practice-known-to-person', `select coalesce(p.display_name, u.name) as name, u.created_at as since,
           not exists (select from client_accounts a where a.client_id = any($1::uuid[]) and a.verified_at is not null)
             or exists (select from confirmed_clients k where k.client_id = any($1::uuid[]) and k.therapist_id = $2) as is_known,
           coalesce((select array_agg(distinct coalesce(op.display_name, o.name)) from confirmed_clients k join users o on o.id = k.therapist_id left join therapist_profiles op on op.therapist_id = o.id
             where k.client_id = any($1::uuid[]) and k.therapist_id <> $2), '{}') as others
         from users u left join therapist_profiles p on p.therapist_id = u.id where u.id = $2`);

const ACCOUNT = statement<{ id: string }>('account-of-address', 'select id from clients where email = $1 and not by_address');

/** A practice that somebody never went to, who goes to others. */
export interface Introduction {
  /** Since when it is here. */
  since: Date;
  /** A practice of theirs whose name passes for its own; null where there is none. */
  namesake: string | null;
}

/**
 * Tells a person that a practice is none of theirs: anybody with a Google account is one, under any name. It is told to whoever has the address alone,
 * by mail or once they are signed in: to others it would tell who has an account.
 */
@Injectable()
export class IntroductionsService {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientsService,
  ) {}

  /** @param clientId of the account's person, or of a practice's record of their address @returns undefined where there is nothing to tell */
  async find(therapistId: string, clientId: string, on: Queryable = this.database): Promise<Introduction | undefined> {
    const [row] = await on.query(KNOWN, [await this.clients.readersOf(clientId, on), therapistId]);
    if (!row || row.is_known || row.others.length === 0) return undefined;
    return { since: row.since, namesake: row.others.find((name) => passesFor(row.name, name)) ?? null };
  }

  /** What stands before everything else in a mail of the practice. */
  async mailBlocks(therapistId: string, clientId: string): Promise<Block[]> {
    return blocksOf(await this.find(therapistId, clientId));
  }

  /** {@link mailBlocks} of a mail to somebody whom the practice has nothing of yet. */
  async mailBlocksFor(therapistId: string, email: string): Promise<Block[]> {
    const [account] = await this.database.query(ACCOUNT, [email.toLowerCase()]);
    return account ? this.mailBlocks(therapistId, account.id) : [];
  }
}

function blocksOf(found: Introduction | undefined): Block[] {
  if (!found) return [];
  const another = found.namesake === null ? [] : [messages.ANOTHER_THAN, nameRun(found.namesake), messages.YOU_GO_TO];
  return [{ kind: 'sentence', runs: [messages.notGoneTo(found.since), ...another] }];
}
