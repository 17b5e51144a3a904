/** A reason to stop that a person can act on: printed as its sentence alone, without a stack. */
export class LaunchError extends Error {
  override name = 'LaunchError';
}

/** The text to print for anything thrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof LaunchError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
