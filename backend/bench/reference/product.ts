import { createRequire } from 'node:module';

/** Rules that any application of this kind needs, from the built product, so that all compute the same answers. */
const product = createRequire(`${process.env['PRODUCT_DIST'] ?? ''}/`);

const times = product('./modules/scheduling/free-times.js') as typeof import('../../src/modules/scheduling/free-times');
const rule = product('./modules/scheduling/booking-rule.js') as typeof import('../../src/modules/scheduling/booking-rule');
const hours = product('./modules/scheduling/stored-hours.js') as typeof import('../../src/modules/scheduling/stored-hours');
const cipher = product('./common/crypto/column-cipher.js') as typeof import('../../src/common/crypto/column-cipher');
const keys = product('./common/crypto/key-ring.js') as typeof import('../../src/common/crypto/key-ring');

export const { busyRange, freeTimes, isFree } = times;
export const { checkStart } = rule;
export const { bookingRules } = hours;

/** The cipher of the columns `notes` and `manage_token`. @param key base64 of 32 bytes */
export function columnCipher(key: string): import('../../src/common/crypto/column-cipher').ColumnCipher {
  return new cipher.ColumnCipher(new keys.KeyRing([{ id: 'bench', key: Buffer.from(key, 'base64') }]));
}
