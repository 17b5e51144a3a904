import { createRequire } from 'node:module';

/** Rules that any application of this kind needs, from the built product, so that all compute the same answers. */
const product = createRequire(`${process.env['PRODUCT_DIST'] ?? ''}/`);

const times = product('./modules/scheduling/rules/free-times.js') as typeof import('../../src/modules/scheduling/rules/free-times');
const hours = product('./modules/scheduling/rules/working-rules.js') as typeof import('../../src/modules/scheduling/rules/working-rules');
const cipher = product('./common/crypto/column-cipher.js') as typeof import('../../src/common/crypto/column-cipher');
const keys = product('./common/crypto/encryption-keys.js') as typeof import('../../src/common/crypto/encryption-keys');
const plans = product('./common/database/plans.js') as typeof import('../../src/common/database/plans');
const rings = product('./common/crypto/key-ring.js') as typeof import('../../src/common/crypto/key-ring');

export const { busyRange, checkStart, freeTimes, isFree } = times;
export const { bookingRules } = hours;
export const { choosePlans } = plans;

/** The cipher of the columns `notes` and `manage_token`. @param key base64 of 32 bytes */
export function columnCipher(key: string): import('../../src/common/crypto/column-cipher').ColumnCipher {
  return new cipher.ColumnCipher(new keys.EncryptionKeys([{ id: 'bench', key: Buffer.from(key, 'base64') }]));
}

/** The keys for digests and marks: the encryption key's bytes are the installation's secret here. @param key base64 of 32 bytes */
export function keyRing(key: string): import('../../src/common/crypto/key-ring').KeyRing {
  return new rings.KeyRing(Buffer.from(key, 'base64'));
}
