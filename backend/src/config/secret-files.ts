import { readFileSync } from 'node:fs';

/** What nobody but the process should read; containers get such things as files. */
const SECRETS = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'ENCRYPTION_KEYS',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'OPENAI_API_KEY',
  'TRANSCRIPTION_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * For each secret `NAME` that is set as `NAME_FILE`, what stands in that file, without space around it.
 * @returns the environment with them, and what is wrong with them, without their values
 */
export function withSecretFiles(source: NodeJS.ProcessEnv): { values: NodeJS.ProcessEnv; problems: string[] } {
  const values = { ...source };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = source[`${name}_FILE`];
    if (!file) continue;
    if (source[name]) {
      problems.push(`${name} and ${name}_FILE are both set: keep one of them.`);
      continue;
    }
    try {
      values[name] = readFileSync(file, 'utf8').trim();
      if (values[name] === '') problems.push(`${name}_FILE: ${file} is empty.`);
    } catch (error) {
      problems.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
    }
  }
  return { values, problems };
}
