import { createHmac, hkdfSync } from 'node:crypto';

/** The keys for everything but columns. They follow from this installation's secret and stay the same whatever key encrypts columns. */
export class KeyRing {
  private readonly derived = new Map<string, Buffer>();

  /** @param secret 32 bytes, see `InstallationSecret` */
  constructor(private readonly secret: Buffer) {}

  /** A key of 32 bytes for one purpose. */
  derive(purpose: string): Buffer {
    const known = this.derived.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', this.secret, Buffer.alloc(0), purpose, 32));
    this.derived.set(purpose, key);
    return key;
  }

  /** A short MAC in URL-safe text under a derived key. */
  mac(key: Buffer, value: string): string {
    return createHmac('sha256', key).update(value).digest('base64url');
  }

  /** What a row carries that the product has made: whoever can only write the table cannot make it. @param values what makes the row what it is */
  mark(table: string, values: readonly (string | boolean | Date | null)[]): Buffer {
    return this.digest(`row of ${table}`, JSON.stringify(values));
  }

  /** A keyed digest: equal inputs can be recognised, the input cannot be guessed without the key. */
  digest(purpose: string, value: string): Buffer {
    return createHmac('sha256', this.derive(purpose)).update(value).digest();
  }
}
