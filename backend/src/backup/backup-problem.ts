import { isDatabaseUnavailable } from '../common/database/database';

/** What keeps a backup from being made, read or restored, in a sentence for whoever runs the command: what is wrong, and who can mend it. */
export class BackupProblem extends Error {}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What the system says of a file, as a sentence. @returns the error itself where it is none of the system's */
export function fileProblem(path: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || isDatabaseUnavailable(error)) return error;
  if (FULL.has(code)) return new BackupProblem(`There is no room for ${path}: make room there, or name another place, and run this again. What was written of it is removed.`);
  if (code === 'ENOENT') return new BackupProblem(`${path} is not there, or its folder is not.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new BackupProblem(`${path} cannot be read or written by this user (${code}).`);
  return new BackupProblem(`${path} cannot be read or written (${code}).`);
}
