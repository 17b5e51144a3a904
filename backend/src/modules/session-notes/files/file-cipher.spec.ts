import { randomBytes } from 'node:crypto';
import { newFileKey, openFile, SealedFile, sealFile } from './file-cipher';

const file: SealedFile = { id: 'f1', note_id: 'n1', therapist_id: 't1', media_type: 'image/png' };
const key = newFileKey();
const bytes = randomBytes(5_000);

describe('the bytes of a file', () => {
  it('open for what they were sealed for, each time under another face', () => {
    const [one, two] = [sealFile(bytes, key, file), sealFile(bytes, key, file)];
    expect(one.equals(two)).toBe(false);
    for (const sealed of [one, two]) expect(openFile(sealed, key, file)?.equals(bytes)).toBe(true);
    expect(one.includes(bytes.subarray(0, 16))).toBe(false);
  });

  it('open for no other file, note, therapist or type, and with no other key', () => {
    const sealed = sealFile(bytes, key, file);
    for (const other of [{ id: 'f2' }, { note_id: 'n2' }, { therapist_id: 't2' }, { media_type: 'application/pdf' as const }]) {
      expect(openFile(sealed, key, { ...file, ...other })).toBeUndefined();
    }
    expect(openFile(sealed, newFileKey(), file)).toBeUndefined();
  });

  it('open only whole: cut off, longer or with any bit changed they do not', () => {
    const sealed = sealFile(bytes, key, file);
    for (const length of [0, 1, 12, 28, 29, 30, sealed.length - 16, sealed.length - 1]) expect(openFile(sealed.subarray(0, length), key, file)).toBeUndefined();
    expect(openFile(Buffer.concat([sealed, Buffer.alloc(1)]), key, file)).toBeUndefined();
    for (let at = 0; at < 64; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openFile(changed, key, file)).toBeUndefined();
    }
  });
});
