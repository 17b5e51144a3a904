import { existsSync, renameSync } from 'node:fs';
import { ensurePracticeDatabase, type PracticeDatabase } from '../postgres/practice-database';
import { endPostgres, startPostgres, type PostgresOptions, type RunningPostgres } from '../postgres/server';
import { KeptService } from '../process/kept-service';
import type { KnownSecrets } from './secrets';
import type { StackOptions, StackSettings } from './stack-options';

const PREFERRED_PORT = 54_329;

export interface EmbeddedDatabase extends PracticeDatabase {
  service: KeptService<RunningPostgres>;
  /** Where a cluster went whose passwords were deleted with the data folder. */
  setAside: string | null;
}

/** Starts (or takes over) the embedded PostgreSQL and makes the practice's database in it. */
export async function startDatabase(
  options: StackOptions,
  settings: StackSettings,
  known: KnownSecrets,
  note: (text: string) => void,
): Promise<EmbeddedDatabase> {
  const { secrets } = known;
  const setAside = known.isNew ? await setClusterAside(settings.postgresDir) : null;
  const wanted: PostgresOptions = {
    dataDir: settings.postgresDir,
    password: secrets.postgres_superuser,
    throwaway: options.throwaway === true,
    ...(options.throwaway === true ? {} : { preferredPort: PREFERRED_PORT }),
  };
  const first = await startPostgres(wanted);
  const service = new KeptService(first, () => startPostgres({ ...wanted, requiredPort: first.port }), note);
  try {
    const roles = { ownerPassword: secrets.postgres_owner, appPassword: secrets.postgres_app };
    return { ...(await ensurePracticeDatabase(first.adminUrl, roles)), service, setAside };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Deleting the data folder means starting afresh; the old database is kept beside, since nobody can open it by its password. */
async function setClusterAside(postgresDir: string): Promise<string | null> {
  if (!existsSync(postgresDir)) return null;
  await endPostgres(postgresDir);
  const aside = `${postgresDir}.${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(postgresDir, aside);
  return aside;
}
