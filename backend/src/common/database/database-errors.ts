/** Postgres cannot be reached right now; a request ends as 503. */
export class DatabaseUnavailable extends Error {
  constructor(message = 'The database cannot be reached.') {
    super(message);
  }
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', '57P01', '57P02', '57P03', '53300', '08000', '08003', '08006']);
const CONNECTION_TEXTS = /connection terminated|timeout exceeded when trying to connect|connection (is )?(not queryable|closed|ended)|client has encountered a connection error/i;

/** Whether an error of pg or TypeORM means "Postgres is away" (and not "the statement was wrong"). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && CONNECTION_CODES.has(code)) || (typeof message === 'string' && CONNECTION_TEXTS.test(message));
}

/** The SQLSTATE of a failed statement, through TypeORM's wrapper or not. */
export function sqlState(error: unknown): string | undefined {
  const candidate = error as { code?: unknown; driverError?: { code?: unknown } } | undefined;
  const code = candidate?.driverError?.code ?? candidate?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
