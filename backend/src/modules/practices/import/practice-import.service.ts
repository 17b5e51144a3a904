import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Database, sqlState, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { ComingFile, ComingPractice } from '../../../common/practices/coming-practice';
import { KEEPS } from '../../../common/practices/parts';
import { PracticeRows } from '../../../common/practices/practice-rows';
import { decoratedMethods } from '../../../common/process/decorated-methods';
import { Work, Works } from '../../../common/work/work';
import type { User } from '../../auth/account.entity';
import * as messages from '../messages';
import { PracticeRepository } from '../practice.repository';
import { GivenPractice } from './given-practice';
import { ImportedRows, RowRefused } from './imported-rows';

/** In one entry of the log. */
const CLIENTS_AT_ONCE = 500;
const THERE = statement<Pick<User, 'id'>>('practice-import-there', `select id from users where id = $1 or user_type = 'therapist' and email = lower($2) or google_sub = $3
   union all select id from clients where id = $1 union all select former_id from former_persons where former_id = $1 limit 1`);
const TAKE_TIME = statement<{ set_config: string }>('practice-import-takes-time', `select set_config(name, '0', true) from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
/** Another import of the same practice waits, and finds it there. */
const ALONE = statement('practice-import-alone', 'select pg_advisory_xact_lock(hashtextextended($1, 23))');

const OWN_ID = statement<{ id: string }>('practice-import-own-id', 'select pg_current_xact_id()::text as id');
const OUTCOME = statement<{ outcome: string | null }>('practice-import-outcome', 'select pg_xact_status($1::text::xid8) as outcome');

type Keeps = (file: ComingFile, coming: ComingPractice) => Promise<void>;

/** What an import came to. */
export interface PracticeImported {
  therapistId: string;
  rows: Record<string, number>;
  files: number;
  /** What was not in the export, or could not come along, in sentences. */
  missing: string[];
}

/** What the transaction of the rows came to. */
interface Written {
  /** As Postgres numbers it; undefined before it is begun. */
  id?: string;
  rows: Record<string, number>;
}

/**
 * A practice out of the folder of an export of another installation: looked at from end to end, then its files are stored, then its rows are written in one transaction.
 * Whatever happens, it is here whole or not at all.
 */
@Injectable()
export class PracticeImport {
  constructor(
    private readonly database: Database,
    private readonly tables: PracticeRows,
    private readonly imported: ImportedRows,
    private readonly discovery: DiscoveryService,
    private readonly works: Works,
    private readonly practices: PracticeRepository,
  ) {}

  /**
   * @param tell hears of each part that is done
   * @throws DomainError rule for a folder that is no export of this version, or not as it was exported; conflict where the practice, or something of it, is here already
   */
  async take(folder: string, tell: (part: string) => void = () => undefined): Promise<PracticeImported> {
    const keepers = new Map(decoratedMethods<{ table: string; rows: string[] }>(this.discovery, KEEPS).map(({ meaning, call }) => [meaning.table, { rows: meaning.rows, keep: call as unknown as Keeps }]));
    const given = await GivenPractice.look(folder, this.tables.tables(), new Set([...keepers.values()].flatMap(({ rows }) => rows)));
    const { id, email, google_sub } = given.account;
    if ((await this.database.query(THERE, [id, email, google_sub])).length > 0) throw new DomainError('conflict', messages.therapistThere);
    tell('looked at');
    const coming = new ComingPractice(given.frame.therapist_id);
    given.hold(coming);
    const written: Written = { rows: {} };
    let files = 0;
    try {
      for await (const file of given.files()) {
        await keepers.get(file.table)?.keep(file, coming);
        files += 1;
      }
      tell('files');
      await this.works.begin(SYSTEM_ACTOR, (work) => this.write(given, coming, work, written, tell));
    } catch (error) {
      const outcome = await this.outcomeOf(written);
      if (outcome === 'aborted') await coming.takeBack();
      if (outcome === 'unknown') throw new Error(messages.perhapsHere(coming.therapistId), { cause: error });
      if (outcome !== 'committed') throw inWords(error);
    }
    return { therapistId: coming.therapistId, rows: written.rows, files, missing: [...given.frame.missing, ...coming.left] };
  }

  /** An answer to the last word of a transaction can be lost: objects of rows that are there stay, and so do those of rows that may be. */
  private async outcomeOf({ id }: Written): Promise<'committed' | 'aborted' | 'unknown'> {
    if (id === undefined) return 'aborted';
    const [row] = await this.database.query(OUTCOME, [id]).catch(() => []);
    return row?.outcome === 'committed' || row?.outcome === 'aborted' ? row.outcome : 'unknown';
  }

  private async write(given: GivenPractice, coming: ComingPractice, work: Work, written: Written, tell: (part: string) => void): Promise<void> {
    await work.tx.query(TAKE_TIME);
    const [own] = await work.tx.query(OWN_ID);
    written.id = own?.id;
    await work.tx.query(ALONE, [coming.therapistId]);
    written.rows = await this.imported.write(given.rows(), coming, work, tell);
    const clients = await this.practices.clientsOf(coming.therapistId, work.tx);
    for (let from = 0; from === 0 || from < clients.length; from += CLIENTS_AT_ONCE) {
      await work.record({ action: 'import_practice', subjectType: 'therapist', subjectId: coming.therapistId, clientIds: clients.slice(from, from + CLIENTS_AT_ONCE) });
    }
  }
}

/** What the database refuses is told by the table and its rule, never by values. */
function inWords(error: unknown): unknown {
  if (!(error instanceof RowRefused)) return error;
  const { table, reason } = error;
  const state = sqlState(reason) ?? '';
  const { constraint } = ((reason as { driverError?: { constraint?: string } }).driverError ?? reason) as { constraint?: string };
  if (state === '23505') return new DomainError('conflict', table === 'users' ? messages.therapistThere : messages.idsThere(table));
  return /^(?:22|23|P0)/.test(state) ? new DomainError('rule', messages.notTaken(table, constraint)) : reason;
}
