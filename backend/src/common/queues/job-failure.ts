/** Thrown by a handler when trying again cannot help. The reason is shown to the people who run the installation. */
export class PermanentFailure extends Error {
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

const ADDRESS = /[^\s@<>()"',;:=]+@[^\s@<>()"',;:=]+/g;
const MAX_LENGTH = 300;

/** What is kept of a failure: one short line without mail addresses. */
export function failureReason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const line = text
    .replace(ADDRESS, '[address]')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line || 'Unknown error';
}
