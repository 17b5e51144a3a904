import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export type AdministratorCommand =
  | { name: 'list' }
  | { name: 'create'; username: string; generate: boolean }
  | { name: 'reset'; username: string; generate: boolean; secondFactor: boolean }
  | { name: 'disable' | 'enable'; username: string }
  | { name: 'drop-second-factor'; email: string };

export const USAGE = `Usage: npm run admin -- <command>

  list                          who administrates this installation
  create <username>             a new administrator
  reset <username>              another password; their sessions end. --second-factor takes two-step sign-in away too
  disable <username>            closes the account; their sessions end
  enable <username>             opens it again
  drop-second-factor <email>    for a therapist who lost the app and the recovery codes; their sessions end

A password is asked for twice, or read from standard input. --generate makes one and prints it once.`;

/** A command line that says nothing that can be done. */
export class UsageError extends Error {}

/** @throws UsageError */
export function parseCommand(args: readonly string[]): AdministratorCommand {
  const { positionals, values } = read(args);
  const [name, subject, ...more] = positionals;
  const { generate = false, 'second-factor': secondFactor = false } = values;
  if (more.length > 0) throw new UsageError(`One name at a time.\n\n${USAGE}`);
  if ((generate && name !== 'create' && name !== 'reset') || (secondFactor && name !== 'reset')) throw new UsageError(USAGE);
  if (name === 'list' && subject === undefined) return { name };
  if (subject === undefined) throw new UsageError(USAGE);
  if (name === 'create') return { name, username: subject, generate };
  if (name === 'reset') return { name, username: subject, generate, secondFactor };
  if (name === 'disable' || name === 'enable') return { name, username: subject };
  if (name === 'drop-second-factor') return { name, email: subject };
  throw new UsageError(USAGE);
}

function read(args: readonly string[]): { positionals: string[]; values: { generate?: boolean; 'second-factor'?: boolean } } {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { generate: { type: 'boolean' }, 'second-factor': { type: 'boolean' } } });
  } catch {
    // A password on the command line would stay in the shell's history: it is not repeated here either.
    throw new UsageError(USAGE);
  }
}
