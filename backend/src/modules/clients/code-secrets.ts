import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { KeyRing } from '../../common/crypto/key-ring';
import { newMailToken, newOneTimeCode } from '../../common/crypto/one-time-code';
import { equalInConstantTime, hashToken, newToken } from '../../common/crypto/tokens';

/** What a mail tells: the code and the secret of the link beside it. */
export interface MailSecret {
  code: string;
  token: string;
}

/** A code as it is stored. */
export interface StoredSecret {
  codeHash: Buffer;
  linkHash: Buffer;
  mailSecret: Buffer | null;
}

/** Makes and checks one-time codes. A code is short, so its digest is keyed and belongs to its row; the link's secret is long and hashed. */
@Injectable()
export class CodeSecrets {
  constructor(
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
  ) {}

  /** A digest of the address, so that codes can be found without keeping it. */
  addressHash(email: string): Buffer {
    return this.keys.digest('sign-in-address', email);
  }

  make(rowId: string): StoredSecret {
    const secret: MailSecret = { code: newOneTimeCode(), token: newMailToken() };
    return {
      codeHash: this.digest(rowId, secret.code),
      linkHash: hashToken(secret.token),
      mailSecret: this.cipher.encrypt(JSON.stringify(secret), place(rowId)),
    };
  }

  /** Looks like a code and is none: nothing that anybody could type or press belongs to it. */
  makeUnmatchable(): StoredSecret {
    return { codeHash: hashToken(newToken()), linkHash: hashToken(newToken()), mailSecret: null };
  }

  matches(rowId: string, code: string, codeHash: Buffer): boolean {
    return equalInConstantTime(this.digest(rowId, code), codeHash);
  }

  open(rowId: string, mailSecret: Buffer): MailSecret {
    return JSON.parse(this.cipher.decrypt(mailSecret, place(rowId))) as MailSecret;
  }

  private digest(rowId: string, code: string): Buffer {
    return this.keys.digest('sign-in-code', `${rowId}.${code}`);
  }
}

function place(rowId: string) {
  return { table: 'sign_in_codes', column: 'mail_secret', rowId };
}
