import { Injectable } from '@nestjs/common';
import { passesFor, seeName } from '../../../common/http/alike-names';
import { Database, Queryable, statement } from '../../../common/database/database';
import { mapInTurns } from '../../../common/process/in-turns';
import type { Block } from '../../../integrations/mail/mail-document';
import { nameRun } from '../../../integrations/mail/mail-name';
import * as messages from '../messages';
import { ClientsService, practicesGoneTo } from '../persons/persons.service';

/** $1: whom the mail is about, and what the account of the address is shown, $2: practices that write to it. Only those that somebody with an account does not go to, who goes to others. */
const UNKNOWN = statement<{ id: string; name: string; since: Date }>('practices-unknown-to-person', `with own as materialized ${practicesGoneTo('$1::uuid[]')}
         select u.id, coalesce(p.display_name, u.name) as name, u.created_at as since
         from users u left join therapist_profiles p on p.therapist_id = u.id
         where u.id = any($2::uuid[]) and u.id not in (select therapist_id from own) and exists (select from own)
           and exists (select from client_accounts a where a.client_id = any($1::uuid[]) and a.verified_at is not null)`);
/** $1: as above, $2: how many. Nobody but the person adds to them. */
const GONE_TO = statement<{ name: string }>('practices-gone-to-by-person', `with own as materialized ${practicesGoneTo('$1::uuid[]')}
         select distinct coalesce(p.display_name, u.name) as name from own join users u on u.id = own.therapist_id left join therapist_profiles p on p.therapist_id = u.id limit $2`);
/** More than anybody goes to. */
const MOST_GONE_TO = 200;

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
    return (await this.findAll([therapistId], clientId, on)).get(therapistId);
  }

  /** As {@link find}, of several practices. @returns by their ids those of which there is something to tell */
  async findAll(therapistIds: readonly string[], clientId: string, on: Queryable = this.database): Promise<Map<string, Introduction>> {
    if (therapistIds.length === 0) return new Map();
    const readers = await this.clients.readersOf(clientId, on);
    const rows = await on.query(UNKNOWN, [readers, [...new Set(therapistIds)]]);
    if (rows.length === 0) return new Map();
    const known = await mapInTurns(await on.query(GONE_TO, [readers, MOST_GONE_TO]), ({ name }) => seeName(name));
    return new Map(
      await mapInTurns(rows, ({ id, name, since }) => {
        const seen = seeName(name);
        return [id, { since, namesake: known.find((other) => passesFor(seen, other))?.name ?? null }] as const;
      }),
    );
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
