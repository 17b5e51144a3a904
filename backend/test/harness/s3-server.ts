import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = `const S3rver = require(process.argv[1]);
const [, , directory, bucket] = process.argv;
new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] }).run().then(({ port }) => console.log(port));
process.stdin.on('end', () => process.exit()).resume();`;

/** A server that speaks S3, on this machine, with one bucket. */
export interface S3Server {
  bucket: string;
  endpoint: string;
  /** For the application's environment. */
  environment: Record<string, string>;
  /** Everything that it holds on its disk, one text for each file. */
  contents(): string[];
  /** How many objects there are. */
  count(): number;
  close(): Promise<void>;
}

export async function startS3Server(bucket = 'attune-files'): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'attune-s3-'));
  // It signs the marks of its pages with a cipher that OpenSSL 3 calls legacy. It ends with us, whose pipe it reads.
  const server = spawn(process.execPath, ['--openssl-legacy-provider', '-e', SCRIPT, require.resolve('s3rver'), directory, bucket], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  const endpoint = `http://127.0.0.1:${Number(said.toString())}`;
  return {
    bucket,
    endpoint,
    environment: { STORAGE: 's3', S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    contents: () => filesBelow(directory).map((path) => readFileSync(path, 'latin1')),
    // Beside each object it keeps what is known of it.
    count: () => filesBelow(directory).filter((path) => path.endsWith('_object')).length,
    close: async () => {
      server.kill();
      await once(server, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The paths of all files in a folder and in those below it; none where there is no folder yet. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
