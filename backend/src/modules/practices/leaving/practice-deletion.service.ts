import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { HOLDS, LEAVES, TAKES } from '../../../common/practices/parts';
import { PracticeRows, PracticeTable } from '../../../common/practices/practice-rows';
import { decoratedMethods } from '../../../common/process/decorated-methods';
import { Work, Works } from '../../../common/work/work';
import { AccountsService } from '../../auth/sign-in/accounts.service';
import { PRACTICE_FILE, PracticeExport } from '../export/practice-export.service';
import * as messages from '../messages';
import { PracticeRepository } from '../practice.repository';
import { mailsOnTheirWay, withdrawJobs } from './practice-jobs';

/** Clients in one entry of the log. */
const CLIENTS_AT_ONCE = 500;
const NO_TIMEOUT = statement('practice-deletion-no-timeout', 'set local statement_timeout = 0');
/** A practice that was imported back since is there anew. */
const HAS_BEGUN = statement<{ exported_at: string | null }>('practice-deletion-begun', `select details ->> 'exported_at' as exported_at from activity_log l
         where subject_type = 'therapist' and subject_id = $1 and action = 'delete_practice'
           and not exists (select from activity_log i where i.subject_type = 'therapist' and i.subject_id = $1 and i.action = 'import_practice' and i.seq > l.seq)
         order by seq limit 1`);
/** The root of all that is a practice's. */
const ACCOUNT = 'users';

type Take = (therapistId: string, work: Work) => Promise<number>;

/** How much of a practice is where. */
export interface PracticeProof {
  /** Rows that are left in tables out of which a practice's are taken: none once it is deleted. */
  left: Record<string, number>;
  /** Rows that stay, and why. */
  stays: { table: string; rows: number; reason: string }[];
}

export interface PracticeDeleted extends PracticeProof {
  /** Rows that were taken now, by their tables. */
  taken: Record<string, number>;
  /** False where it was stopped: the next run goes on. */
  isComplete: boolean;
}

/** Takes a whole practice out: rows, files and keys. It is closed and exported first, can be stopped at any moment, and shows at the end that nothing is left but what has to stay. */
@Injectable()
export class PracticeDeletion {
  constructor(
    private readonly database: Database,
    private readonly rows: PracticeRows,
    private readonly discovery: DiscoveryService,
    private readonly works: Works,
    private readonly accounts: AccountsService,
    private readonly practices: PracticeRepository,
    private readonly exports: PracticeExport,
  ) {}

  /** Why it cannot be deleted now, in sentences. */
  async holds(therapistId: string): Promise<string[]> {
    const holds = decoratedMethods<true>(this.discovery, HOLDS);
    const said = await Promise.all(holds.map(({ call }) => call(therapistId, this.database) as Promise<string | undefined>));
    const mails = await this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT);
      return mailsOnTheirWay(this.rows.tables().values(), therapistId, tx);
    });
    return [...said, mails > 0 ? messages.mailsOnTheirWay(mails) : undefined].filter((each) => each !== undefined);
  }

  /**
   * Only the owner's role may: the application's takes no address out of the table of addresses.
   * @param folder where the export comes to; of a deletion that was stopped, where it is
   * @throws DomainError rule where something holds it; conflict for a folder with something else in it; not_found where the export of a deletion that has begun is not there
   */
  async delete(therapistId: string, folder: string, stop: AbortSignal, tell: (part: string) => void = () => undefined): Promise<PracticeDeleted> {
    const [begun] = await this.database.query(HAS_BEGUN, [therapistId]);
    if (begun) await this.assertExport(therapistId, begun.exported_at, folder);
    else {
      const [reason] = await this.holds(therapistId);
      if (reason !== undefined) throw new DomainError('rule', reason);
      await this.close(therapistId);
      const { missing, exportedAt } = await this.exports.write(therapistId, folder, tell);
      for (const each of missing) tell(messages.notInExport(each));
      await this.record(therapistId, exportedAt);
    }
    const taken: Record<string, number> = {};
    const isComplete = await this.takeAll(therapistId, taken, stop, tell);
    return { ...(await this.prove(therapistId)), taken, isComplete };
  }

  /** What there is of a practice, by its id, also once it is deleted. */
  async prove(therapistId: string): Promise<PracticeProof> {
    const proof: PracticeProof = { left: {}, stays: [] };
    for (const table of this.rows.tables().values()) {
      const rows = await this.database.transaction(async (tx) => {
        await tx.query(NO_TIMEOUT);
        return this.rows.count(table, therapistId, tx);
      });
      if (table.claim.stays !== undefined) proof.stays.push({ table: table.name, rows, reason: table.claim.stays });
      else if (rows > 0) proof.left[table.name] = rows;
    }
    return proof;
  }

  /** Nobody signs in, nothing is booked: from here on it changes no more. */
  private async close(therapistId: string): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      await this.accounts.setTherapistActive(work, therapistId, false);
      await work.record({ action: 'deactivate_therapist', subjectType: 'therapist', subjectId: therapistId });
    });
  }

  /** From here on rows are taken: each client is told that what the practice kept of them is deleted. */
  private async record(therapistId: string, exportedAt: Date): Promise<void> {
    const clients = await this.practices.clientsOf(therapistId);
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      for (let from = 0; from === 0 || from < clients.length; from += CLIENTS_AT_ONCE) {
        await work.record({ action: 'delete_practice', subjectType: 'therapist', subjectId: therapistId, clientIds: clients.slice(from, from + CLIENTS_AT_ONCE), details: { first: from === 0, exported_at: exportedAt.getTime() } });
      }
    });
  }

  /** @param exportedAt in milliseconds; null of a deletion that an earlier version began */
  private async assertExport(therapistId: string, exportedAt: string | null, folder: string): Promise<void> {
    const text = await readFile(join(folder, PRACTICE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? '{}' : Promise.reject(error)));
    const exported = JSON.parse(text) as { therapist_id?: string; exported_at?: string };
    const isOfThat = exportedAt === null || Date.parse(exported.exported_at ?? '') === Number(exportedAt);
    if (exported.therapist_id !== therapistId || !isOfThat) throw new DomainError('not_found', messages.exportIsElsewhere(folder));
  }

  /** What the database writes while others go, such as counts, is found by another round. */
  private async takeAll(therapistId: string, taken: Record<string, number>, stop: AbortSignal, tell: (part: string) => void): Promise<boolean> {
    const takers = new Map(decoratedMethods<string>(this.discovery, TAKES).map(({ meaning, call }) => [meaning, call as unknown as Take]));
    const tables = (await this.rows.inOrder(this.database)).reverse().filter(({ claim, name }) => claim.stays === undefined && claim.goesWith === undefined && name !== ACCOUNT);
    for (const { call } of decoratedMethods<true>(this.discovery, LEAVES)) {
      const kept = (await call(therapistId)) as string | undefined;
      if (kept !== undefined) tell(kept);
    }
    await this.inTurn((work) => withdrawJobs(this.rows.tables().values(), therapistId, work.tx));
    for (let found = -1; found !== 0; ) {
      found = 0;
      for (const table of tables) {
        for (let rows = -1; rows !== 0; ) {
          if (stop.aborted) return false;
          rows = await this.inTurn((work) => (takers.get(table.name) ?? this.plain(table))(therapistId, work));
          taken[table.name] = (taken[table.name] ?? 0) + rows;
          found += rows;
        }
        if (found > 0) tell(table.name);
      }
    }
    return this.takeAccount(therapistId, taken);
  }

  private plain(table: PracticeTable): Take {
    return (therapistId, { tx }) => this.rows.remove(table, therapistId, tx);
  }

  /** With the last row everything else is gone. */
  private async takeAccount(therapistId: string, taken: Record<string, number>): Promise<boolean> {
    const account = this.rows.tables().get(ACCOUNT) as PracticeTable;
    await this.inTurn(async (work) => {
      await withdrawJobs(this.rows.tables().values(), therapistId, work.tx);
      await this.assertNothingElse(therapistId, work.tx);
      const rows = await this.rows.remove(account, therapistId, work.tx);
      taken[ACCOUNT] = (taken[ACCOUNT] ?? 0) + rows;
      await work.record({ action: 'delete_practice', subjectType: 'therapist', subjectId: therapistId, details: { rows: Object.values(taken).reduce((total, each) => total + each, 0) } });
    });
    return true;
  }

  private async assertNothingElse(therapistId: string, on: Queryable): Promise<void> {
    for (const table of this.rows.tables().values()) {
      if (table.claim.stays !== undefined || table.name === ACCOUNT) continue;
      if ((await this.rows.count(table, therapistId, on)) > 0) throw new Error(messages.rowsCame(table.name));
    }
  }

  private inTurn<T>(run: (work: Work) => Promise<T>): Promise<T> {
    return this.works.giveWay(SYSTEM_ACTOR, async (work) => {
      await work.tx.query(NO_TIMEOUT);
      return run(work);
    });
  }
}
