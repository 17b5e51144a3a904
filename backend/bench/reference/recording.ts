import { readFileSync } from 'node:fs';

export interface RecordedStatement {
  name?: string;
  text: string;
  /** As the product says it, see `statement`. */
  plan?: 'generic';
}

/** What the product was seen to do: the statements of each request, in order, and the headers of its answers. */
export interface Recording {
  statements: Record<RequestName, RecordedStatement[]>;
  headers: Record<string, string>;
  encryptionKey: string;
}

export type RequestName = 'public_profile' | 'public_services' | 'free_times' | 'booking' | 'profile' | 'overview' | 'bookings';

/** The recording that the bench made just before it started this process. */
export function readRecording(): Recording {
  const file = process.env['RECORDING_FILE'];
  if (!file) throw new Error('RECORDING_FILE is not set: start this through run.mjs.');
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}
