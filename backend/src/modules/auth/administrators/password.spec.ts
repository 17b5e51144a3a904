import { hash as argon2, parseOptions } from '@node-rs/argon2';
import { KeyRing } from '../../../common/crypto/key-ring';
import { DomainError } from '../../../common/errors/domain-error';
import { HASH_COST, PasswordHasher } from './password';

describe('the password hasher', () => {
  it('makes argon2id hashes of the cost that unknown names take as well', async () => {
    const hash = await new PasswordHasher(new KeyRing(Buffer.alloc(32, 1))).hash('correct horse battery');
    expect(hash).toMatch(/^keyed:\$argon2id\$/);
    expect(parseOptions(hash.slice('keyed:'.length))).toMatchObject({ ...HASH_COST, saltLen: 16, outputLen: 32 });
  });

  it('knows the right password, and none for an unknown name', async () => {
    const hasher = new PasswordHasher(new KeyRing(Buffer.alloc(32, 1)));
    const hash = await hasher.hash('correct horse battery');
    expect(await hasher.verify(hash, 'correct horse battery')).toBe(true);
    expect(await hasher.verify(hash, 'correct horse batterY')).toBe(false);
    expect(await hasher.verify(undefined, 'correct horse battery')).toBe(false);
    expect(await hasher.verify(undefined, '')).toBe(false);
  });

  it('needs this installation’s key, and still knows a hash of before there was one', async () => {
    const [ours, others] = [1, 2].map((byte) => new PasswordHasher(new KeyRing(Buffer.alloc(32, byte)))) as [PasswordHasher, PasswordHasher];
    expect(await others.verify(await ours.hash('correct horse battery'), 'correct horse battery')).toBe(false);
    const earlier = await argon2('correct horse battery', HASH_COST);
    expect([ours.isOutdated(earlier), ours.isOutdated(await ours.hash('x'))]).toEqual([true, false]);
    expect(await ours.verify(earlier, 'correct horse battery')).toBe(true);
    expect(await ours.verify(earlier, 'correct horse batterY')).toBe(false);
  });

  it('lets a crowd wait in line, turns away who does not fit, and serves the next after it', async () => {
    const hasher = new PasswordHasher(new KeyRing(Buffer.alloc(32, 1)));
    const crowd = await Promise.allSettled(Array.from({ length: 110 }, () => hasher.verify(undefined, 'x')));
    const refused = crowd.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused.every(({ reason }) => reason instanceof DomainError && reason.code === 'unavailable')).toBe(true);
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });

  it('keeps places in line for everybody else, however many come from one network', async () => {
    const hasher = new PasswordHasher(new KeyRing(Buffer.alloc(32, 1)));
    const crowd = Array.from({ length: 254 }, (_, index) => hasher.verify(undefined, 'x', `203.0.113.${index + 1}`));
    const settled = Promise.allSettled(crowd);
    await expect(hasher.verify(undefined, 'x', '198.51.100.7')).resolves.toBe(false);
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(244);
  });
});
