import { parseOptions } from '@node-rs/argon2';
import { DomainError } from '../../../common/errors/domain-error';
import { HASH_COST, PasswordHasher } from './password';

describe('the password hasher', () => {
  it('makes argon2id hashes of the cost that unknown names take as well', async () => {
    const hash = await new PasswordHasher().hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(parseOptions(hash)).toMatchObject({ ...HASH_COST, saltLen: 16, outputLen: 32 });
  });

  it('knows the right password, and none for an unknown name', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('correct horse battery');
    expect(await hasher.verify(hash, 'correct horse battery')).toBe(true);
    expect(await hasher.verify(hash, 'correct horse batterY')).toBe(false);
    expect(await hasher.verify(undefined, 'correct horse battery')).toBe(false);
    expect(await hasher.verify(undefined, '')).toBe(false);
  });

  it('lets a crowd wait in line, turns away who does not fit, and serves the next after it', async () => {
    const hasher = new PasswordHasher();
    const crowd = await Promise.allSettled(Array.from({ length: 110 }, () => hasher.verify(undefined, 'x')));
    const refused = crowd.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused.every(({ reason }) => reason instanceof DomainError && reason.code === 'unavailable')).toBe(true);
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });
});
