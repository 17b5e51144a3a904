import type { Shelf } from '../integrations/storage/stored-objects';
import { BackupProblem } from './backup-problem';

export const FORMAT = 'attune-backup-1';
export const MANIFEST = 'manifest.json';
export const END = 'end.json';

export interface CopiedTable {
  name: string;
  columns: string[];
}

/** What a backup begins with. */
export interface Manifest {
  format: typeof FORMAT;
  /** When the database was looked at, ISO. Every table is as it was then. */
  made_at: string;
  product: { version: string; revision: string };
  postgres: string;
  /** Every migration that this database had, in their order. */
  migrations: string[];
  /** The rows of `installation_secret`: each wrapped by an encryption key, in base64. The keys themselves are in no backup. */
  secret: { key_id: string; wrapped: string }[];
  /** In the order in which they follow. */
  tables: CopiedTable[];
}

export interface TableSum {
  name: string;
  rows: number;
  bytes: number;
  /** Of its pieces, one after the other. */
  sha256: string;
}

export interface ShelfSum {
  shelf: Shelf;
  objects: number;
  bytes: number;
  /** Of each object's name and content, one after the other. */
  sha256: string;
}

/** What a backup ends with: without it, it is none. */
export interface Ending {
  /** Of the manifest's bytes. */
  manifest_sha256: string;
  tables: TableSum[];
  shelves: ShelfSum[];
  /** Where the numbers go on that the database gives. */
  sequences: { name: string; value: string }[];
  /** Objects that rows name and the storage did not have any more: `deleted` with their rows while the backup was made, `lost` before. */
  missing: { deleted: number; lost: number };
  /** Under a key of the installation: nobody else made this backup. */
  mark: string;
}

/** What the mark of an ending is made over. */
export function markedText({ mark: _, ...ending }: Ending): string {
  return JSON.stringify(ending);
}

export function parseManifest(bytes: Buffer, path: string): Manifest {
  const manifest = parse<Manifest>(bytes, path);
  if (manifest.format !== FORMAT) throw new BackupProblem(`${path} has a form that this version does not know (${String(manifest.format)}): take the version of the product that made it, or a newer one.`);
  return manifest;
}

export function parseEnding(bytes: Buffer, path: string): Ending {
  return parse<Ending>(bytes, path);
}

function parse<Part>(bytes: Buffer, path: string): Part {
  try {
    return JSON.parse(bytes.toString('utf8')) as Part;
  } catch {
    throw new BackupProblem(`${path} is no backup of this product.`);
  }
}
