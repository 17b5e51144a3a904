import { createKeyring } from './idempotency-key';

const WELL_FORMED = /^[\x21-\x7e]{8,255}$/;

describe('The key of a booking', () => {
  it('stays the same for the same contents', () => {
    const keyring = createKeyring();
    const key = keyring.keyFor({ time: '11:00' });
    expect(key).toMatch(WELL_FORMED);
    expect(keyring.keyFor({ time: '11:00' })).toBe(key);
  });

  it('changes with the contents, and after a success', () => {
    const keyring = createKeyring();
    const first = keyring.keyFor({ time: '11:00' });
    const second = keyring.keyFor({ time: '12:00' });
    keyring.forget();
    const third = keyring.keyFor({ time: '12:00' });
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('is made without randomUUID too, which browsers keep for https', () => {
    const { randomUUID } = crypto;
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      expect(createKeyring().keyFor({})).toMatch(/^[0-9a-f]{32}$/);
    } finally {
      Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
    }
  });
});
