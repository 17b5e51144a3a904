import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskStorage } from '../../src/integrations/storage/disk-storage';
import { FileStorage, MAX_OBJECT_BYTES, StorageFailed } from '../../src/integrations/storage/file-storage';
import { MovingStorage } from '../../src/integrations/storage/moving-storage';
import { S3Storage } from '../../src/integrations/storage/s3-storage';
import { filesBelow, S3Server, startS3Server } from '../harness/s3-server';

const newKey = (): string => randomBytes(32).toString('hex');

let folder: string;
let s3: S3Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-storage-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const bucketOf = (prefix: string, endpoint = s3.endpoint, keys = credentials): FileStorage =>
  new S3Storage({ bucket: s3.bucket, endpoint, region: 'us-east-1', credentials: keys, pathStyle: true }, prefix);

const movingOf = (place: string): MovingStorage => new MovingStorage(new DiskStorage(join(folder, place)), bucketOf(`${place}/`));

describe.each([
  ['a folder', (place: string): FileStorage => new DiskStorage(join(folder, place))],
  ['a bucket', (place: string): FileStorage => bucketOf(`${place}/`)],
  ['a folder on its way into a bucket', (place: string): FileStorage => movingOf(`on-its-way-${place}`)],
])('%s', (_, storageIn) => {
  it('gives back what was put, replaces it, and forgets it', async () => {
    const storage = storageIn('one');
    const key = newKey();
    expect([await storage.get(key), await storage.has(key)]).toEqual([undefined, false]);
    for (const bytes of [randomBytes(1), randomBytes(70_000), Buffer.alloc(20 * 1024 * 1024, 'x')]) {
      await storage.put(key, bytes);
      expect((await storage.get(key))?.equals(bytes)).toBe(true);
      expect(await storage.has(key)).toBe(true);
    }
    await storage.delete(key);
    expect(await storage.get(key)).toBeUndefined();
    // As a job does that is tried again.
    await storage.delete(key);
  });

  it('lists its own in order, page by page, with when they came', async () => {
    const storage = storageIn('listed');
    const keys = [newKey(), newKey(), newKey(), newKey(), newKey()].sort();
    expect(await storage.list(undefined, 10)).toEqual([]);
    for (const key of [...keys].reverse()) await storage.put(key, Buffer.from('x'));
    await storageIn('others').put(newKey(), Buffer.from('of another installation'));
    const first = await storage.list(undefined, 2);
    const rest = await storage.list(first[1]?.key, 10);
    expect([first, rest].map((page) => page.map(({ key }) => key))).toEqual([keys.slice(0, 2), keys.slice(2)]);
    for (const { storedAt } of [...first, ...rest]) expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await storage.list(keys.at(-1), 10)).toEqual([]);
  });

  it.each(['', '../secret', 'a/b', `${'a'.repeat(63)}/`, 'A'.repeat(64), `${'a'.repeat(64)}\n`])('takes no name but its own: %j', async (key) => {
    const storage = storageIn('names');
    for (const call of [() => storage.put(key, Buffer.from('x')), () => storage.get(key), () => storage.delete(key)]) await expect(call()).rejects.toThrow();
  });
});

describe('on the disk', () => {
  it('everything is its owner’s alone, and no folder holds all', async () => {
    const storage = new DiskStorage(join(folder, 'modes'));
    const key = newKey();
    await storage.put(key, Buffer.from('x'));
    const path = join(folder, 'modes', key.slice(0, 2), key);
    expect([path, join(path, '..'), join(path, '..', '..')].map((each) => (statSync(each).mode & 0o777).toString(8))).toEqual(['600', '700', '700']);
    expect(filesBelow(join(folder, 'modes'))).toEqual([path]);
  });

  it('a file that is too large, or a link that somebody put there, is not read', async () => {
    const storage = new DiskStorage(join(folder, 'foreign'));
    const [large, link] = [newKey(), newKey()];
    await storage.put(large, Buffer.from('x'));
    truncateSync(join(folder, 'foreign', large.slice(0, 2), large), MAX_OBJECT_BYTES + 1);
    await expect(storage.get(large)).rejects.toThrow(StorageFailed);
    await storage.put(link, Buffer.from('x'));
    await storage.delete(link);
    writeFileSync(join(folder, 'secret'), 'secret');
    symlinkSync(join(folder, 'secret'), join(folder, 'foreign', link.slice(0, 2), link));
    await expect(storage.get(link)).rejects.toThrow(StorageFailed);
  });

  it('what a cut-off write left is no object, and goes with the next look', async () => {
    const storage = new DiskStorage(join(folder, 'drafts'));
    const key = newKey();
    await storage.put(key, Buffer.from('x'));
    const shelf = join(folder, 'drafts', key.slice(0, 2));
    for (const name of ['old.draft', 'new.draft']) writeFileSync(join(shelf, name), 'half');
    utimesSync(join(shelf, 'old.draft'), new Date(0), new Date(0));
    expect((await storage.list(undefined, 10)).map((each) => each.key)).toEqual([key]);
    expect(readdirSync(shelf).sort()).toEqual([key, 'new.draft'].sort());
  });

  it('a folder that cannot be written says so without its path', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(new DiskStorage(join(folder, 'file', 'x')).put(newKey(), Buffer.from('x'))).rejects.toThrow(/^The file storage failed: ENOTDIR$/);
    chmodSync(join(folder, 'file'), 0o600);
    expect(existsSync(join(folder, 'file'))).toBe(true);
  });
});

describe('in a bucket', () => {
  it('is listed to its end, however many a service names at once', async () => {
    const storage = bucketOf('many/');
    const keys = Array.from({ length: 1_003 }, newKey).sort();
    for (let at = 0; at < keys.length; at += 40) await Promise.all(keys.slice(at, at + 40).map((key) => storage.put(key, Buffer.from('x'))));
    expect((await storage.list(undefined, 20_000)).map(({ key }) => key)).toEqual(keys);
    expect(await storage.list(undefined, 1_001)).toHaveLength(1_001);
  });

  it('a server that takes a request and never answers is a failure after a while, and no wait without an end', async () => {
    const deaf = createServer(() => undefined);
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
    const storage = new S3Storage({ bucket: s3.bucket, endpoint, region: 'us-east-1', credentials, pathStyle: true }, 'deaf/', 200);
    try {
      await expect(storage.get(newKey())).rejects.toThrow(StorageFailed);
      await expect(storage.put(newKey(), Buffer.from('x'))).rejects.toThrow(StorageFailed);
      await expect(storage.delete(newKey())).rejects.toThrow(StorageFailed);
    } finally {
      deaf.closeAllConnections();
      deaf.close();
    }
  });

  it('an answer that comes byte by byte, and an upload that is taken so, end', async () => {
    let open = 0;
    const trickling = createServer((request, response) => {
      open += 1;
      response.on('close', () => (open -= 1));
      if (request.method === 'PUT') return void request.pause();
      response.writeHead(200, { 'Content-Length': '1000', 'Content-Type': 'application/octet-stream' });
      const drip = setInterval(() => response.write('<'), 20);
      response.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => trickling.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(trickling.address() as AddressInfo).port}`;
    const storage = new S3Storage({ bucket: s3.bucket, endpoint, region: 'us-east-1', credentials, pathStyle: true }, 'slow/', 200);
    try {
      await expect(storage.get(newKey())).rejects.toThrow(StorageFailed);
      await expect(storage.list(undefined, 10)).rejects.toThrow(StorageFailed);
      for (const until = Date.now() + 5_000; open > 0 && Date.now() < until; ) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(open).toBe(0);
      await expect(storage.put(newKey(), Buffer.alloc(100_000))).rejects.toThrow(StorageFailed);
    } finally {
      trickling.closeAllConnections();
      trickling.close();
    }
  });

  it('a server that is not there, an unknown key and a bucket that is missing are failures, not empty answers', async () => {
    const key = newKey();
    for (const storage of [
      bucketOf('x/', 'http://127.0.0.1:9'),
      bucketOf('x/', s3.endpoint, { accessKeyId: 'somebody', secretAccessKey: 'S3RVER' }),
      new S3Storage({ bucket: 'no-such-bucket', endpoint: s3.endpoint, region: 'us-east-1', credentials, pathStyle: true }, 'x/'),
    ]) {
      for (const call of [() => storage.put(key, Buffer.from('x')), () => storage.get(key), () => storage.list(undefined, 1)]) await expect(call()).rejects.toThrow(/^The file storage failed: \w+$/);
    }
  });
});

describe('files on their way from a folder into a bucket', () => {
  const never = new AbortController().signal;

  it('are read, listed and deleted wherever they are; what is stopped goes on, and what was moved may leave the folder', async () => {
    const [before, after, moving] = [new DiskStorage(join(folder, 'move')), bucketOf('move/'), movingOf('move')];
    const objects = new Map(Array.from({ length: 7 }, () => [newKey(), randomBytes(1_000)]));
    for (const [key, bytes] of objects) await before.put(key, bytes);
    const keys = [...objects.keys()].sort();
    await moving.put(newKey(), randomBytes(10));
    expect(await moving.list(undefined, 20)).toHaveLength(8);

    // Stopped with the first.
    const stop = new AbortController();
    const put = jest.spyOn(S3Storage.prototype, 'put');
    put.mockImplementationOnce(async function (this: S3Storage, key, bytes) {
      stop.abort();
      put.mockRestore();
      await this.put(key, bytes);
    });
    expect(await moving.move({ remove: false, stop: stop.signal })).toEqual({ known: 0, moved: 1, bytes: 1_000, complete: false });
    for (const [key, bytes] of objects) expect((await moving.get(key))?.equals(bytes)).toBe(true);
    await moving.delete(keys[3] as string);
    await moving.delete(keys[0] as string);

    expect(await moving.move({ remove: false, stop: never })).toEqual({ known: 0, moved: 5, bytes: 5_000, complete: true });
    expect(await moving.move({ remove: true, stop: never })).toEqual({ known: 5, moved: 0, bytes: 0, complete: true });
    expect(await before.list(undefined, 20)).toEqual([]);
    expect(await after.list(undefined, 20)).toHaveLength(6);
    for (const key of keys) expect(Boolean(await after.get(key))).toBe(key !== keys[0] && key !== keys[3]);
  });

  it('stay where they are when the bucket refuses them, or gives back something else', async () => {
    const before = new DiskStorage(join(folder, 'refused'));
    const key = newKey();
    await before.put(key, randomBytes(10));
    const refused = new MovingStorage(before, bucketOf('refused/', s3.endpoint, { accessKeyId: 'nobody', secretAccessKey: 'wrong' }));
    await expect(refused.move({ remove: true, stop: never })).rejects.toThrow(StorageFailed);
    const other = bucketOf('refused/');
    await other.put(key, randomBytes(10));
    await expect(new MovingStorage(before, other).move({ remove: true, stop: never })).rejects.toThrow('does not give back');
    expect(await before.has(key)).toBe(true);
  });

  it('what is deleted while it is copied does not come back', async () => {
    const [before, after] = [new DiskStorage(join(folder, 'meanwhile')), bucketOf('meanwhile/')];
    const key = newKey();
    await before.put(key, randomBytes(10));
    const put = jest.spyOn(S3Storage.prototype, 'put').mockImplementationOnce(async function (this: S3Storage, ...object) {
      await before.delete(key);
      put.mockRestore();
      await this.put(...object);
    });
    await new MovingStorage(before, after).move({ remove: true, stop: never });
    expect([await before.has(key), await after.has(key)]).toEqual([false, false]);
  });
});

it('a bucket is made where there is none and tried out, and one that refuses says so', async () => {
  const made = new S3Storage({ bucket: 'made-just-now', endpoint: s3.endpoint, region: 'us-east-1', credentials, pathStyle: true }, 'tries/');
  expect([await made.prepare(), await made.prepare()]).toEqual([true, false]);
  expect(await made.list(undefined, 10)).toEqual([]);
  const wrong = { accessKeyId: 'nobody', secretAccessKey: 'wrong' };
  await expect(new S3Storage({ bucket: s3.bucket, endpoint: s3.endpoint, region: 'us-east-1', credentials: wrong, pathStyle: true }, 'tries/').prepare()).rejects.toThrow('The file storage failed: ');
});
