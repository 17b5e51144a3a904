import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { OnEvent, Work } from '../../../common/work/work';
import type { ClientLink } from '../client.entity';
import * as messages from '../messages';
import { RecordsMoved } from '../persons/person.events';

/** Each is opened with the page that shows them together. */
const MOST_LINKED = 20;
/** For how many days two records can be separated again. */
export const SEPARABLE_DAYS = 7;
const DAY_MS = 86_400_000;

/** A record that is shown with another one. */
export interface LinkedRecord extends Pick<ClientLink, 'client_id' | 'linked_at'> {
  separable_until: Date;
}

type Pair = Pick<ClientLink, 'client_id' | 'into_client_id'>;

const TURN = statement('client-links-turn', 'select from pg_advisory_xact_lock(hashtextextended($1, 13))');
const TIED = statement<{ client_id: string }>('client-links-tied', 'select client_id from therapist_clients where therapist_id = $1 and client_id = any($2::uuid[])');
const OF_THERAPIST = statement<Pair>('client-links-of-therapist', 'select client_id, into_client_id from client_links where therapist_id = $1');
const INTO = statement<Pick<ClientLink, 'client_id' | 'linked_at'>>('client-links-into', 'select client_id, linked_at from client_links where therapist_id = $1 and into_client_id = $2 order by linked_at, client_id');
const LINK = statement('client-link', 'insert into client_links (therapist_id, client_id, into_client_id, linked_at) values ($1, $2, $3, $4)');
/** Shown with a record that is not their own, what somebody left follows them no more, also when the two are separated: whoever looks at both may have written of the one in the other. $1: all that are shown together */
const OTHERS_TOO = statement(
  'client-links-others-too',
  `update clients r set others_since = $2 where r.id = any($1::uuid[]) and r.left_by is not null and r.others_since is null
     and exists (select from clients o where o.id = any($1::uuid[]) and o.id not in (r.id, r.left_by) and o.left_by is distinct from r.left_by
       and not (o.by_address and o.left_by is null and o.email = (select p.email from clients p where p.id = r.left_by)))`,
);
const UNLINK = statement<Pick<ClientLink, 'client_id'>>('client-unlink', 'delete from client_links where therapist_id = $1 and client_id = $2 and into_client_id = $3 and linked_at > $4 returning client_id');
/** What was shown with somebody who turned out to be another one is shown with that one; a record is not shown with itself. */
const FOLLOW = statement(
  'client-links-follow',
  `with gone as (delete from client_links where $1 in (client_id, into_client_id) and ($3::uuid is null or therapist_id = $3) returning therapist_id, client_id, into_client_id, linked_at)
   insert into client_links (therapist_id, client_id, into_client_id, linked_at)
   select therapist_id, case when client_id = $1 then $2 else client_id end, case when into_client_id = $1 then $2 else into_client_id end, linked_at from gone
   where not (client_id in ($1, $2) and into_client_id in ($1, $2)) on conflict do nothing`,
);

/** Two that are shown with each other are shown with the first; what is shown with one that is shown elsewhere goes along. */
const UNTIE = statement('client-links-untie', `delete from client_links l using client_links r
         where r.therapist_id = l.therapist_id and r.client_id = l.into_client_id and r.into_client_id = l.client_id and l.client_id > r.client_id and $1 in (l.client_id, l.into_client_id)`);
const FLATTEN = statement('client-links-flatten', `update client_links l set into_client_id = r.into_client_id from client_links r
         where r.therapist_id = l.therapist_id and r.client_id = l.into_client_id and $1 in (l.into_client_id, r.into_client_id)`);

/**
 * SQL: whether a column names this client, or one whose record the therapist merged into theirs.
 * @param column of a client's id
 * @param therapist $n of the therapist's id
 * @param client $n of the client's id
 */
export function isOfClient(column: string, therapist: string, client: string): string {
  // An array, which an index is looked up by: of two conditions with "or" between them all rows of a practice would be read.
  return `${column} = any(${client}::uuid || array(select l.client_id from client_links l where l.therapist_id = ${therapist} and l.into_client_id = ${client}::uuid))`;
}

/** SQL: the same for whatever record of one person is asked about: all that are shown together count. Parameters as in {@link isOfClient}. */
export function isOfPerson(column: string, therapist: string, client: string): string {
  const shown = `coalesce((select l.into_client_id from client_links l where l.therapist_id = ${therapist} and l.client_id = ${client}::uuid), ${client}::uuid)`;
  return `${column} in (select ${shown} union all select l.client_id from client_links l where l.therapist_id = ${therapist} and l.into_client_id = ${shown})`;
}

/** Two records of one person that a therapist looks at as one. Nothing is moved, and nothing changes for the two. */
@Injectable()
export class ClientLinksService {
  constructor(private readonly database: Database) {}

  async isClient(therapistId: string, clientId: string): Promise<boolean> {
    return (await this.database.query(TIED, [therapistId, [clientId]])).length === 1;
  }

  /** What is shown with a client's record, the first one first. */
  async listLinked(therapistId: string, clientId: string): Promise<LinkedRecord[]> {
    const rows = await this.database.query(INTO, [therapistId, clientId]);
    return rows.map(({ client_id, linked_at }) => ({ client_id, linked_at, separable_until: new Date(linked_at.getTime() + SEPARABLE_DAYS * DAY_MS) }));
  }

  /** @throws DomainError not_found for no client of theirs; conflict where one of the two is merged already; rule beyond 20 */
  async link(work: Work, pair: Omit<ClientLink, 'linked_at'>): Promise<void> {
    const { therapist_id, client_id, into_client_id } = pair;
    await work.tx.query(TURN, [therapist_id]);
    await this.assertClients(pair, work.tx);
    const links = await work.tx.query(OF_THERAPIST, [therapist_id]);
    const isTaken = links.some((link) => [client_id, into_client_id].includes(link.client_id) || link.into_client_id === client_id);
    if (isTaken) throw new DomainError('conflict', messages.mergedAlready);
    if (links.filter((link) => link.into_client_id === into_client_id).length >= MOST_LINKED) throw new DomainError('rule', messages.tooManyMerged(MOST_LINKED));
    await work.tx.query(LINK, [therapist_id, client_id, into_client_id, work.now()]);
    const together = links.filter((link) => link.into_client_id === into_client_id).map((link) => link.client_id);
    await work.tx.query(OTHERS_TOO, [[into_client_id, client_id, ...together], work.now()]);
  }

  /** The way back. @throws DomainError not_found for no client of theirs; conflict after a week, and where the two are not merged */
  async unlink(work: Work, pair: Omit<ClientLink, 'linked_at'>): Promise<void> {
    const { therapist_id, client_id, into_client_id } = pair;
    await this.assertClients(pair, work.tx);
    const since = new Date(work.now().getTime() - SEPARABLE_DAYS * DAY_MS);
    const rows = await work.tx.query(UNLINK, [therapist_id, client_id, into_client_id, since]);
    if (rows.length === 0) throw new DomainError('conflict', messages.notSeparable(SEPARABLE_DAYS));
  }

  @OnEvent(RecordsMoved)
  async follow({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await work.tx.query(FOLLOW, [fromId, intoId, therapistId]);
    await work.tx.query(UNTIE, [intoId]);
    await work.tx.query(FLATTEN, [intoId]);
  }

  private async assertClients({ therapist_id, client_id, into_client_id }: Omit<ClientLink, 'linked_at'>, on: Queryable): Promise<void> {
    const tied = await on.query(TIED, [therapist_id, [client_id, into_client_id]]);
    if (tied.length < 2) throw new DomainError('not_found', messages.noClientOfYours);
  }
}
