import { Injectable } from '@nestjs/common';
import { ColumnCipher, ColumnPlace } from '../../common/crypto/column-cipher';
import { KeyRing } from '../../common/crypto/key-ring';
import { connectionOf } from '../../common/limits/limits';
import { BookingConfirmationDto, CreateBookingDto } from './dto/create-booking.dto';
import { RepeatMark } from './repeat-guard.service';

/** What is kept of a request until its code comes back. */
export interface HeldRequest {
  booking: CreateBookingDto;
  /** The Idempotency-Key that came with it, as it is stored. */
  repeat: RepeatMark | null;
}

/** What the mail with the code needs. */
export interface HoldMailSecret {
  code: string;
  email: string;
  client_timezone: string | null;
}

/** What of a hold is encrypted, and what is only kept as a keyed digest. */
@Injectable()
export class HoldSecrets {
  constructor(
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
  ) {}

  /** Codes are short: without the key a digest of one would soon be guessed. */
  codeHash(holdId: string, code: string): Buffer {
    return this.keys.digest('hold-code', `${holdId} ${code}`);
  }

  connectionHash(address: string | null): Buffer {
    return this.keys.digest('hold-connection', connectionOf(address));
  }

  addressHash(email: string): Buffer {
    return this.keys.digest('hold-address', email);
  }

  sealRequest(holdId: string, request: HeldRequest): Buffer {
    return this.cipher.encrypt(JSON.stringify(request), place('request', holdId));
  }

  openRequest(holdId: string, sealed: Buffer): HeldRequest {
    return JSON.parse(this.cipher.decrypt(sealed, place('request', holdId))) as HeldRequest;
  }

  sealMail(holdId: string, secret: HoldMailSecret): Buffer {
    return this.cipher.encrypt(JSON.stringify(secret), place('mail_secret', holdId));
  }

  openMail(holdId: string, sealed: Buffer): HoldMailSecret {
    return JSON.parse(this.cipher.decrypt(sealed, place('mail_secret', holdId))) as HoldMailSecret;
  }

  sealAnswer(holdId: string, answer: BookingConfirmationDto): Buffer {
    return this.cipher.encrypt(JSON.stringify(answer), place('answer', holdId));
  }

  openAnswer(holdId: string, sealed: Buffer): BookingConfirmationDto {
    return JSON.parse(this.cipher.decrypt(sealed, place('answer', holdId))) as BookingConfirmationDto;
  }
}

function place(column: string, rowId: string): ColumnPlace {
  return { table: 'booking_holds', column, rowId };
}
