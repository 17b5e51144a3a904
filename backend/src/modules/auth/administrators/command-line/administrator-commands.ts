import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../../common/access/actor';
import { Database, Queryable } from '../../../../common/database/database';
import { DomainError } from '../../../../common/errors/domain-error';
import { ActivityLog } from '../../../activity-log/activity-log.service';
import * as messages from '../../messages';
import { LostSecondFactor, SecondFactorService } from '../../second-factor/second-factor.service';
import { SessionService } from '../../sessions/session.service';
import { AdministratorRepository, AdministratorRow, AdministratorSummary } from '../administrator.repository';
import { checkNewPassword, checkUsername, PasswordHasher } from '../password';
import { AdministratorCommand } from './command';
import { askPassword, generatePassword, Terminal } from './password-input';

/** What the operator does about administrators from the command line. Errors are DomainErrors in words for the operator. */
@Injectable()
export class AdministratorCommands {
  constructor(
    private readonly database: Database,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly secondFactors: SecondFactorService,
    private readonly activity: ActivityLog,
  ) {}

  list(): Promise<AdministratorSummary[]> {
    return this.repository.list();
  }

  /** @throws DomainError conflict when the name is taken, invalid or rule for the name and the password */
  async create(typed: string, password: string): Promise<void> {
    const username = checkUsername(typed);
    checkNewPassword(password);
    const passwordHash = await this.hasher.hash(password);
    await this.database.transaction(async (tx) => {
      const id = await this.repository.insert({ username, passwordHash, isDevelopment: false }, tx);
      if (!id) throw new DomainError('conflict', messages.usernameTaken(username));
      await this.record(tx, 'create_administrator', id);
    });
  }

  /** A new password; ends the administrator's sessions, and on request takes the second factor away. @throws DomainError not_found */
  async reset(typed: string, password: string, options: { secondFactor: boolean }): Promise<void> {
    checkNewPassword(password);
    const { id } = await this.find(typed);
    const passwordHash = await this.hasher.hash(password);
    await this.database.transaction(async (tx) => {
      if (options.secondFactor) await this.secondFactors.drop({ kind: 'admin', id }, SYSTEM_ACTOR, tx);
      await this.repository.setPassword(id, passwordHash, tx);
      await this.sessions.endAllOf(tx, id);
      await this.record(tx, 'reset_administrator', id);
    });
  }

  /** Closing an account ends its sessions. @throws DomainError not_found */
  async setActive(typed: string, active: boolean): Promise<void> {
    const { id } = await this.find(typed);
    await this.database.transaction(async (tx) => {
      await this.repository.setActive(id, active, tx);
      if (!active) await this.sessions.endAllOf(tx, id);
      await this.record(tx, active ? 'enable_administrator' : 'disable_administrator', id);
    });
  }

  private async find(typed: string): Promise<AdministratorRow> {
    const username = checkUsername(typed);
    const known = await this.repository.findByName(username);
    if (!known) throw new DomainError('not_found', messages.noSuchAdministrator(username));
    return known;
  }

  private record(tx: Queryable, action: string, id: string): Promise<void> {
    return this.activity.record(tx, SYSTEM_ACTOR, { action, subjectType: 'administrator', subjectId: id });
  }
}

interface Services {
  administrators: AdministratorCommands;
  lostSecondFactor: LostSecondFactor;
}

/** Does what was asked for. @returns what the operator reads. @throws DomainError, UsageError */
export async function runCommand(command: AdministratorCommand, { administrators, lostSecondFactor }: Services, terminal: Terminal): Promise<string> {
  switch (command.name) {
    case 'list':
      return table(await administrators.list());
    case 'create': {
      const password = await passwordFor(command, terminal);
      await administrators.create(command.username, password);
      return `Made the administrator ${command.username}.${shown(command, password)}`;
    }
    case 'reset': {
      const password = await passwordFor(command, terminal);
      await administrators.reset(command.username, password, { secondFactor: command.secondFactor });
      return `${command.username} has another password, and every session has ended.${shown(command, password)}`;
    }
    case 'disable':
      await administrators.setActive(command.username, false);
      return `${command.username} can no longer sign in, and every session has ended.`;
    case 'enable':
      await administrators.setActive(command.username, true);
      return `${command.username} can sign in again.`;
    case 'drop-second-factor':
      await lostSecondFactor.drop(command.email);
      return 'The therapist has no two-step sign-in any more, and every session has ended.';
  }
}

function passwordFor(command: { username: string; generate: boolean }, terminal: Terminal): Promise<string> | string {
  return command.generate ? generatePassword() : askPassword(terminal, `Password for ${command.username}`);
}

function shown({ generate }: { generate: boolean }, password: string): string {
  return generate ? ` The password, shown this once: ${password}` : '';
}

function table(administrators: AdministratorSummary[]): string {
  if (administrators.length === 0) return 'There is no administrator yet. Make one with: npm run admin -- create <username>';
  const rows = [
    ['USERNAME', 'STATE', 'TWO-STEP', 'MADE', 'LAST SIGN-IN'],
    ...administrators.map((row) => [
      row.username,
      `${row.is_active ? 'active' : 'disabled'}${row.is_development ? ' (development)' : ''}`,
      row.has_second_factor ? 'on' : 'off',
      minute(row.created_at),
      row.last_login_at ? minute(row.last_login_at) : 'never',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}

function minute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
