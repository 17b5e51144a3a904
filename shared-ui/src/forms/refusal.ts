import { ApiError } from '@attune/shared-ui/runtime';

/** What is wrong, by the names of the fields; a name may reach into a list (`weekly.1.windows.0.first_start`). */
export type Problems = Readonly<Record<string, string>>;

/** What is said about a form that could not be sent: at its fields, and above them. */
export interface Refusal {
  fields: Problems;
  lines: readonly string[];
}

/** Nothing is said. */
export const SILENT: Refusal = { fields: {}, lines: [] };

/**
 * Puts the server's `errors[]` at the fields that the form shows, an inner name (`languages.0`) at the field that holds it.
 * What belongs to no field is said above the form, and the whole refusal's sentence where no field was named at all.
 */
export function refusalOf(error: unknown, shown: ReadonlySet<string>): Refusal {
  if (!(error instanceof ApiError)) return SILENT;
  const fields: Record<string, string> = {};
  const lines = new Set<string>();
  for (const { field, message } of error.errors ?? []) {
    const known = holderOf(field, shown);
    if (known === undefined) lines.add(message);
    else fields[known] ??= message;
  }
  if (lines.size === 0 && Object.keys(fields).length === 0) lines.add(error.detail);
  return { fields, lines: [...lines] };
}

function holderOf(name: string, shown: ReadonlySet<string>): string | undefined {
  if (shown.has(name)) return name;
  const end = name.lastIndexOf('.');
  return end === -1 ? undefined : holderOf(name.slice(0, end), shown);
}
