// Prints the mark that a session's idle time carries, made by the product's own code with the keys of a data folder. In a process of its own:
// the tests load none of its libraries.
const { resolve } = require('node:path');
const [dataDir, keyId, wrapped, sessionId, until] = process.argv.slice(2);
const product = (name) => require(resolve(__dirname, '../../../backend/dist/common/crypto', name));
const { ColumnCipher } = product('column-cipher');
const { EncryptionKeys } = product('encryption-keys');
const { KeyRing } = product('key-ring');

const cipher = new ColumnCipher(EncryptionKeys.of({ dataDir }));
const secret = cipher.decrypt(Buffer.from(wrapped, 'hex'), { table: 'installation_secret', column: 'wrapped', rowId: keyId });
console.log(new KeyRing(Buffer.from(secret, 'base64')).mark('sessions_idle', [sessionId, new Date(until)]).toString('hex'));
