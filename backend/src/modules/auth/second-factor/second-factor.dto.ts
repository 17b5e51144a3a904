import { ApiProperty } from '@nestjs/swagger';
import { TrimmedText } from '../../../common/http/fields';
import * as messages from '../messages';
import { SecondFactorStatus, SetupOffer } from './second-factor.service';

export class SecondFactorCodeDto {
  @ApiProperty({ minLength: 1, maxLength: 40, description: 'Six digits of the authenticator app; where it says so, a recovery code as well.' })
  @TrimmedText({ max: 40, message: messages.codeMissing })
  code: string;
}

export class SecondFactorStatusDto {
  @ApiProperty() enabled: boolean;
  @ApiProperty({ description: 'The operator requires it; it cannot be turned off.' }) required: boolean;
  @ApiProperty({ type: 'integer' }) recovery_codes_left: number;
}

export class SecondFactorOfferDto {
  @ApiProperty({ description: 'Base32, for typing it in.' }) secret: string;
  @ApiProperty() otpauth_url: string;
  @ApiProperty({ description: 'The same address as a QR code.' }) qr_svg: string;
}

export class RecoveryCodesDto {
  @ApiProperty({ type: [String], description: 'Ten codes, `abcd-efgh`, shown this once. Each works once.' }) recovery_codes: string[];
}

export class SecondFactorDisabledDto {
  @ApiProperty({ enum: [false] }) enabled: false;
}

/** The first factor was right; the session of this answer's cookie opens nothing until the second one is given. */
export class SecondFactorDemandDto {
  @ApiProperty({ enum: ['second_factor_required', 'second_factor_setup'] }) status: 'second_factor_required' | 'second_factor_setup';
}

export function toSecondFactorStatus({ enabled, required, recoveryCodesLeft }: SecondFactorStatus): SecondFactorStatusDto {
  return { enabled, required, recovery_codes_left: recoveryCodesLeft };
}

export function toSecondFactorOffer({ secret, otpauthUrl, qrSvg }: SetupOffer): SecondFactorOfferDto {
  return { secret, otpauth_url: otpauthUrl, qr_svg: qrSvg };
}
