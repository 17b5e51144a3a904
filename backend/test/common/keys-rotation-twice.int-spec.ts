import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { EncryptionKeys } from '../../src/common/crypto/encryption-keys';
import { InstallationSecret } from '../../src/common/crypto/installation-secret';
import { KeyRotation } from '../../src/common/crypto/key-rotation';
import { Works } from '../../src/common/work/work';
import { book, openPractice } from '../harness/practice';
import { startTestApp } from '../harness/test-app';

/** Longer than a transaction of the application may live: a rotation takes as long as it takes. */
function waitOnce(): () => void {
  let left = 1_200;
  return () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left);
    left = 0;
  };
}

it('asked for twice at the same instant, makes one key; the other one says that a rotation is running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-keys-'));
  writeFileSync(join(folder, 'encryption.keys'), `old:${Buffer.alloc(32, 1).toString('base64')}\n`);
  const test = await startTestApp({ DATA_DIR: folder, ENCRYPTION_KEYS: undefined, DATABASE_TRANSACTION_TIMEOUT_S: '1' });
  await book(test, await openPractice(test)).expect(201);
  const rotations = [1, 2].map(() => {
    const held = EncryptionKeys.of(test.config);
    const cipher = new ColumnCipher(held);
    return new KeyRotation(test.app.get(DataSource), test.database, held, cipher, new InstallationSecret(test.database, held, cipher), test.app.get(Works));
  });
  const ended = await Promise.allSettled(rotations.map((rotation) => rotation.rotate(waitOnce())));
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ended).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ message: expect.stringMatching(/^Another rotation is running\./) as string }) as Error });
  expect(EncryptionKeys.of(test.config).all.map(({ id }) => id)).toEqual([expect.stringMatching(/^local-/), 'old']);
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});
