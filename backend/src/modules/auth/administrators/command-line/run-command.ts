import { SecondFactorService } from '../../second-factor/second-factor.service';
import { AdministratorSummary } from '../administrator.repository';
import { AdministratorService } from '../administrator.service';
import { AdministratorCommand } from './command';
import { askPassword, generatePassword, Terminal } from './password-input';

interface Services {
  administrators: AdministratorService;
  secondFactors: SecondFactorService;
}

/** Does what was asked for. @returns what the operator reads. @throws DomainError, UsageError */
export async function runCommand(command: AdministratorCommand, { administrators, secondFactors }: Services, terminal: Terminal): Promise<string> {
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
      await secondFactors.dropOfTherapist(command.email);
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
      printable(row.username),
      row.is_foreign ? 'foreign: cannot sign in' : `${row.is_active ? 'active' : 'disabled'}${row.is_development ? ' (development)' : ''}`,
      row.has_second_factor ? 'on' : 'off',
      minute(row.created_at),
      row.last_login_at ? minute(row.last_login_at) : 'never',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}

/** A name that somebody wrote into the table must not speak to the terminal. */
function printable(name: string): string {
  return name.replace(/\p{C}/gu, '\ufffd');
}

/** Somebody else may have put a moment there that is none, such as `infinity`. */
function minute(instant: Date | number): string {
  if (!(instant instanceof Date)) return String(instant);
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
