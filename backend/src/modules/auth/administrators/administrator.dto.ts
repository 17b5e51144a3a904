import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length, Matches, MaxLength } from 'class-validator';
import { CleanText, TrimmedText } from '../../../common/http/fields';
import * as messages from '../messages';
import { CurrentAdministrator } from './administrator-sign-in.service';
import { AdministratorRow } from './administrator.repository';
import { PASSWORD_MAX, PASSWORD_MIN } from './password';

export class LoginDto {
  @ApiProperty({ minLength: 1, maxLength: 120 })
  @TrimmedText({ max: 120, message: messages.bothNeeded })
  username: string;

  /** Spaces around a password belong to it. */
  @ApiProperty({ minLength: 1, maxLength: 1000 })
  @MaxLength(1_000)
  @Matches(/\S/, { message: messages.bothNeeded })
  @IsString({ message: messages.bothNeeded })
  @CleanText()
  password: string;
}

/** What an administrator who is signed in shows anew for what a session alone does not open. */
export class AdministratorProofDto {
  @ApiProperty({ minLength: 1, maxLength: 1000 })
  @MaxLength(1_000)
  @Matches(/\S/, { message: messages.passwordMissing })
  @IsString({ message: messages.passwordMissing })
  @CleanText()
  password: string;

  @ApiProperty({ minLength: 1, maxLength: 40, description: 'Six digits of the authenticator app, or a recovery code. It is used up, whatever comes of it.' })
  @TrimmedText({ max: 40, message: messages.codeMissing })
  code: string;
}

export class ChangePasswordDto {
  @ApiProperty({ minLength: 1, maxLength: 1000 })
  @MaxLength(1_000)
  @Matches(/\S/, { message: messages.currentPasswordMissing })
  @IsString({ message: messages.currentPasswordMissing })
  @CleanText()
  current_password: string;

  @ApiProperty({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
  @Length(PASSWORD_MIN, PASSWORD_MAX, { message: messages.passwordLength })
  @IsString({ message: messages.passwordLength })
  @CleanText()
  new_password: string;
}

export class AdministratorDto {
  @ApiProperty() username: string;
  @ApiProperty({ enum: ['administrator'] }) role: 'administrator';
}

export class SignedInAdministratorDto {
  @ApiProperty() admin: AdministratorDto;
}

export class CurrentAdministratorDto extends SignedInAdministratorDto {
  @ApiProperty({ format: 'date-time' }) idle_expires_at: string;
  @ApiProperty({ format: 'date-time' }) absolute_expires_at: string;
}

export class LoginHintDto {
  @ApiProperty() username: string;
  @ApiProperty() password: string;
}

export class PasswordChangedDto {
  @ApiProperty({ enum: ['changed'] }) status: 'changed';
}

export function toSignedInAdministrator({ administrator }: { administrator: AdministratorRow }): SignedInAdministratorDto {
  return { admin: { username: administrator.username, role: administrator.role } };
}

export function toCurrentAdministrator({ administrator, session }: CurrentAdministrator): CurrentAdministratorDto {
  return {
    ...toSignedInAdministrator({ administrator }),
    idle_expires_at: session.idleExpiresAt.toISOString(),
    absolute_expires_at: session.absoluteExpiresAt.toISOString(),
  };
}
