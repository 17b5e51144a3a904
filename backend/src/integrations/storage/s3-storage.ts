import type { S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { traced } from '../../common/tracing/tracing';
import type { S3Config } from '../../config/app-config';
import { checkedKey, OBJECT_KEY, FileStorage, MAX_OBJECT_BYTES, STORAGE_WAIT_MS, StorageFailed, StoredObject } from './file-storage';

const CONNECT_WITHIN_MS = 5_000;
const ATTEMPTS = 3;
/** What comes or goes more slowly than this in the end is given up. */
const LEAST_BYTES_A_SECOND = 100_000;

/** When a call ends at the latest. */
interface Deadline {
  signal: AbortSignal;
  /** So many bytes are under way from now on. */
  restart(bytes: number): void;
}

type Sdk = typeof import('@aws-sdk/client-s3');

/** Objects in a bucket, below one prefix. */
export class S3Storage extends FileStorage {
  private connection: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  constructor(
    private readonly options: S3Config,
    /** Ends in a slash. */
    private readonly prefix: string,
    private readonly waitMs = STORAGE_WAIT_MS,
  ) {
    super();
  }

  put(key: string, bytes: Buffer): Promise<void> {
    return this.told('put', async ({ sdk, client }, { signal, restart }) => {
      const named = this.named(key);
      restart(bytes.length);
      await client.send(new sdk.PutObjectCommand({ ...named, Body: bytes, ContentLength: bytes.length, ContentType: 'application/octet-stream' }), { abortSignal: signal });
    });
  }

  /** A bucket has no end. */
  room(): Promise<number> {
    return Promise.resolve(Infinity);
  }

  get(key: string): Promise<Buffer | undefined> {
    return this.told('get', async ({ sdk, client }, { signal, restart }) => {
      const found = await client.send(new sdk.GetObjectCommand(this.named(key)), { abortSignal: signal }).catch((error: unknown) => {
        if (error instanceof sdk.NoSuchKey) return undefined;
        throw error;
      });
      if (!found?.Body) return undefined;
      const length = found.ContentLength ?? Infinity;
      if (length > MAX_OBJECT_BYTES) throw new Error('the object is larger than any of ours');
      restart(length);
      const parts: Buffer[] = [];
      for await (const part of addAbortSignal(signal, found.Body as Readable)) parts.push(part as Buffer);
      return Buffer.concat(parts);
    });
  }

  has(key: string): Promise<boolean> {
    return this.told('has', async ({ sdk, client }, { signal }) => {
      try {
        await client.send(new sdk.HeadObjectCommand(this.named(key)), { abortSignal: signal });
        return true;
      } catch (error) {
        if (error instanceof sdk.NotFound) return false;
        throw error;
      }
    });
  }

  delete(key: string): Promise<void> {
    return this.told('delete', async ({ sdk, client }, { signal }) => {
      await client.send(new sdk.DeleteObjectCommand(this.named(key)), { abortSignal: signal });
    });
  }

  list(after: string | undefined, atMost: number): Promise<StoredObject[]> {
    return this.told('list', async ({ sdk, client }, { signal, restart }) => {
      const found: StoredObject[] = [];
      for (let from = after; found.length < atMost; ) {
        const startAfter = from === undefined ? {} : { StartAfter: this.prefix + from };
        const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: this.options.bucket, Prefix: this.prefix, MaxKeys: atMost - found.length, ...startAfter }), { abortSignal: signal });
        const objects = (page.Contents ?? []).flatMap(({ Key, LastModified }) => (Key && LastModified ? [{ key: Key.slice(this.prefix.length), storedAt: LastModified }] : []));
        // A marker of a folder, or what else somebody put there, is none of ours.
        found.push(...objects.filter(({ key }) => OBJECT_KEY.test(key)));
        from = objects.at(-1)?.key;
        // However many are asked for, a service gives a thousand at once.
        if (!page.IsTruncated || from === undefined) break;
        restart(0);
      }
      return found;
    });
  }

  /**
   * Makes the bucket where there is none, and tries out whether an object can be kept, read and deleted in it.
   * @returns whether it was made just now
   * @throws StorageFailed
   */
  async prepare(): Promise<boolean> {
    const Bucket = this.options.bucket;
    const isNew = await this.told('prepare', async ({ sdk, client }, { signal }) => {
      try {
        await client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal: signal });
        return false;
      } catch (error) {
        if (!(error instanceof sdk.NotFound)) throw error;
        await client.send(new sdk.CreateBucketCommand({ Bucket }), { abortSignal: signal });
        return true;
      }
    });
    const [key, bytes] = [randomBytes(32).toString('hex'), randomBytes(64)];
    await this.put(key, bytes);
    const read = await this.get(key);
    await this.delete(key);
    if (!read?.equals(bytes)) throw new StorageFailed('The file storage does not give back what it was given.');
    return isNew;
  }

  private named(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.options.bucket, Key: this.prefix + checkedKey(key) };
  }

  /** What the service says of its insides is for the log of whoever runs it; a name of an error tells enough. */
  private async told<T>(operation: string, work: (connection: { sdk: Sdk; client: S3Client }, deadline: Deadline) => Promise<T>): Promise<T> {
    this.connection ??= this.connect();
    const ends = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const restart = (bytes: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => ends.abort(), 2 * this.waitMs + (bytes / LEAST_BYTES_A_SECOND) * 1_000);
    };
    try {
      const connection = await this.connection;
      restart(0);
      return await traced('file storage', operation, () => work(connection, { signal: ends.signal, restart }));
    } catch (error) {
      throw new StorageFailed(`The file storage failed: ${error instanceof Error ? error.name : 'unknown'}`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Loaded when it is needed: the library is large, and most installations keep files on their disk. */
  private async connect(): Promise<{ sdk: Sdk; client: S3Client }> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region, credentials, pathStyle } = this.options;
    const client = new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS,
      // Without being told to throw, it only warns of a request that is not answered, and waits for ever.
      requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, requestTimeout: this.waitMs, throwOnRequestTimeout: true, socketTimeout: this.waitMs },
      // Other services than Amazon's know no further checksums; what we store is authenticated anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
    });
    return { sdk, client };
  }
}
