import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { EXPORTS, PracticeFiles } from '../../../common/practices/parts';
import { PracticeRows, PracticeTable } from '../../../common/practices/practice-rows';
import { decoratedMethods } from '../../../common/process/decorated-methods';
import { Works } from '../../../common/work/work';
import * as messages from '../messages';
import { PracticeRepository } from '../practice.repository';
import { OpenFile, PracticeFolder, WrittenFile } from './practice-folder';
import { notExported, PRACTICE_SCHEMA, practiceSchema } from './practice-schema';

/** In one entry of the log. */
const CLIENTS_AT_ONCE = 500;
/** One view of all tables, for as long as it takes; it changes nothing, so nobody waits for it. */
const AS_OF_NOW = 'set transaction isolation level repeatable read, read only';
const TAKE_TIME = statement<{ set_config: string }>('practice-export-takes-time', `select set_config(name, '0', true) from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
const IN_UTC = statement<{ set_config: string }>('practice-export-in-utc', `select set_config('timezone', 'UTC', true)`);

export const PRACTICE_FILE = 'practice.json';
export const SCHEMA_FILE = 'practice.schema.json';

/** A file of an export as `practice.json` lists it. */
export interface ListedFile extends WrittenFile {
  of: { table: string; id: string } | null;
}

/** What an export came to. */
export interface PracticeExported {
  /** As its `exported_at` says. */
  exportedAt: Date;
  rows: Record<string, number>;
  files: number;
  /** In sentences. */
  missing: string[];
}

/** A whole practice as a folder: its rows as JSON by a published schema, lists for spreadsheets and calendars, and files, all opened. */
@Injectable()
export class PracticeExport {
  constructor(
    private readonly database: Database,
    private readonly rows: PracticeRows,
    private readonly discovery: DiscoveryService,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly practices: PracticeRepository,
  ) {}

  /**
   * @param target the folder; it is there once all is in it
   * @param tell hears of each part that is done
   * @throws DomainError conflict where something has its name already
   */
  async write(therapistId: string, target: string, tell: (part: string) => void = () => undefined): Promise<PracticeExported> {
    const folder = await PracticeFolder.begin(target);
    if (!folder) throw new DomainError('conflict', messages.folderThere(target));
    try {
      // Before anything is read: what nobody could be told of is not given away.
      await this.record(therapistId);
      const exported = await this.fill(folder, therapistId, tell);
      await folder.finish();
      return exported;
    } catch (error) {
      await folder.discard();
      throw error;
    }
  }

  private async fill(folder: PracticeFolder, therapistId: string, tell: (part: string) => void): Promise<PracticeExported> {
    const exported: PracticeExported = { exportedAt: this.clock.now(), rows: {}, files: 0, missing: [] };
    const json = await folder.open([], PRACTICE_FILE);
    try {
      await json.write(`${JSON.stringify({ schema: PRACTICE_SCHEMA, exported_at: exported.exportedAt.toISOString(), therapist_id: therapistId }).slice(0, -1)},"rows":{`);
      await this.database.transaction((tx) => this.writeRows(json, therapistId, tx, exported, tell));
      const files: ListedFile[] = [];
      for (const { name, call } of decoratedMethods<number>(this.discovery, EXPORTS).sort((one, other) => one.meaning - other.meaning)) {
        files.push(...(await this.writeFiles(folder, call(therapistId) as unknown as PracticeFiles, exported)));
        tell(name);
      }
      await json.write(`},"files":${JSON.stringify(files)},"missing":${JSON.stringify(exported.missing)}}\n`);
    } finally {
      await json.close();
    }
    const tables = [...this.rows.tables().values()];
    await folder.write([], SCHEMA_FILE, once(`${JSON.stringify(practiceSchema(tables), null, 1)}\n`));
    await folder.write([], 'read me.txt', once(messages.readMe(notExported(tables), exported.missing)));
    return exported;
  }

  private async writeRows(json: OpenFile, therapistId: string, tx: Queryable, exported: PracticeExported, tell: (part: string) => void): Promise<void> {
    await tx.query(AS_OF_NOW);
    await tx.query(TAKE_TIME);
    await tx.query(IN_UTC);
    const tables = (await this.rows.inOrder(tx)).filter(({ claim }) => claim.notExported === undefined);
    for (const [index, table] of tables.entries()) {
      await json.write(`${index > 0 ? ',' : ''}\n${JSON.stringify(table.name)}:[`);
      exported.rows[table.name] = await this.writeTable(json, table, therapistId, tx, exported.missing);
      await json.write(']');
      tell(table.name);
    }
    await json.write('\n');
  }

  private async writeTable(json: OpenFile, table: PracticeTable, therapistId: string, tx: Queryable, missing: string[]): Promise<number> {
    let count = 0;
    for await (const row of this.rows.read(table, therapistId, tx, (place) => missing.push(messages.unreadable(place)))) {
      await json.write(`${count > 0 ? ',' : ''}\n${JSON.stringify(row)}`);
      count += 1;
    }
    return count;
  }

  private async writeFiles(folder: PracticeFolder, parts: PracticeFiles, exported: PracticeExported): Promise<ListedFile[]> {
    const files: ListedFile[] = [];
    for await (const part of parts) {
      if ('missing' in part) exported.missing.push(part.missing);
      else files.push({ ...(await folder.write(part.folder, part.name, part.content)), of: part.of ?? null });
    }
    exported.files += files.length;
    return files;
  }

  /** Each client is told that their record was taken out. */
  private async record(therapistId: string): Promise<void> {
    const clients = await this.practices.clientsOf(therapistId);
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      for (let from = 0; from === 0 || from < clients.length; from += CLIENTS_AT_ONCE) {
        await work.record({ action: 'export_practice', subjectType: 'therapist', subjectId: therapistId, clientIds: clients.slice(from, from + CLIENTS_AT_ONCE) });
      }
    });
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
