import { LoggerService } from '@nestjs/common';
import pino, { DestinationStream, Logger as PinoLogger } from 'pino';

/** One JSON line per event. Nothing here knows a person: routes are logged as patterns, errors without their values. */
export function createLogger(level: string, name: string, output?: DestinationStream): PinoLogger {
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ name, level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime, formatters }, output ?? pino.destination({ dest: 1, sync: true }));
}

/** Lets Nest's own messages go through the same structured logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: PinoLogger) {}

  /** What is told in fields is for operators; words are Nest's own of how it begins. */
  log(message: unknown, context?: string): void {
    if (typeof message === 'object') this.logger.info({ context, ...message }, context);
    else this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ context: rest.at(-1), stack: rest.length > 1 ? rest[0] : undefined }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
