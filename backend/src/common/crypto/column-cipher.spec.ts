import { randomBytes } from 'node:crypto';
import { ClosedValue, ColumnCipher } from './column-cipher';
import { EncryptionKeys } from './encryption-keys';
import { Ownership, ownerText } from './sealed';

const cipher = new ColumnCipher(new EncryptionKeys([{ id: 'one', key: randomBytes(32) }]));
const place = { table: 'bookings', column: 'notes', rowId: 'a' };
const kims = { ...place, owner: ownerText(['ada', 'kim']) };

describe('an encrypted column', () => {
  it('opens where it was written, and nowhere else', () => {
    const value = cipher.encrypt('private', place);
    expect(cipher.decrypt(value, place)).toBe('private');
    for (const other of [{ ...place, rowId: 'b' }, { ...place, column: 'manage_token' }, { ...place, table: 'clients' }]) expect(() => cipher.decrypt(value, other)).toThrow(ClosedValue);
  });

  it('with an owner opens for that one only', () => {
    const value = cipher.encrypt('private', kims);
    expect(value[0]).toBe(2);
    expect(cipher.decrypt(value, kims)).toBe('private');
    for (const other of [place, { ...place, owner: ownerText(['ada', 'mallory']) }, { ...place, owner: '' }, { ...kims, rowId: 'b' }]) expect(() => cipher.decrypt(value, other)).toThrow(ClosedValue);
    const without = Buffer.from(value);
    without[0] = 1;
    for (const other of [place, kims]) expect(() => cipher.decrypt(without, other)).toThrow(ClosedValue);
  });

  it('of before there were owners opens for whoever the row names, until it is written again', () => {
    const earlier = cipher.encrypt('private', place);
    expect(earlier[0]).toBe(1);
    expect(cipher.decrypt(earlier, kims)).toBe('private');
    const now = cipher.move(earlier, kims, kims);
    expect(now[0]).toBe(2);
    expect(cipher.decrypt(now, kims)).toBe('private');
    const relabelled = Buffer.from(earlier);
    relabelled[0] = 2;
    expect(() => cipher.decrypt(relabelled, kims)).toThrow(ClosedValue);
  });

  it('that does not open where it was moved from stays as it is', () => {
    const value = cipher.encrypt('private', kims);
    expect(cipher.move(value, { ...kims, owner: 'x' }, { ...kims, owner: 'y' })).toBe(value);
    expect(cipher.tryDecrypt(value, { ...kims, owner: 'x' })).toBeUndefined();
    expect(cipher.opens(value, kims)).toBe(true);
  });

  it('whose key is missing is an error of its own, not a value to go without', () => {
    const other = new ColumnCipher(new EncryptionKeys([{ id: 'two', key: randomBytes(32) }]));
    expect(() => other.tryDecrypt(cipher.encrypt('private', place), place)).toThrow('The encryption key one is missing.');
  });
});

describe('whose a value is', () => {
  it('is said the same by the row and by SQL, and never the same of two', () => {
    expect(ownerText(['a', null, Buffer.from([0, 255])])).toBe(ownerText(['a', null, '\\x00ff']));
    expect(ownerText(['a","b'])).not.toBe(ownerText(['a', 'b']));
    expect(ownerText([null])).not.toBe(ownerText(['null']));
    const ownership = new Ownership('notes', ['therapist_id', { column: 'client_id', table: 'bookings', by: 'booking_id', otherwise: true }]);
    expect(ownership.place('title', { id: '1', therapist_id: 't', client_id: 'c' })).toEqual({ table: 'notes', column: 'title', rowId: '1', owner: '["t","c"]' });
    expect(ownership.sql).toBe(
      'array[("notes"."therapist_id")::text, (coalesce("notes"."client_id", (select o."client_id" from "bookings" o where o.id = "notes"."booking_id")))::text]',
    );
    expect(() => ownership.place('title', { id: '1' } as never)).toThrow('An owner of a sealed value is not known.');
  });
});
