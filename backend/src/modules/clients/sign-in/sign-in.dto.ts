import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, Length, Matches } from 'class-validator';
import { EmailAddress, OptionalPhone, OptionalText, TrimmedText } from '../../../common/http/fields';
import { PersonName } from '../../../common/http/person-name';
import { OBJECTION_OUTCOMES, ObjectionOutcome } from '../client.entity';
import * as messages from '../messages';
import { BirthDate } from '../persons/birth-date';

const withoutSpaces = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.replace(/\s/g, '') : value);
const nullIsAbsent = ({ value }: { value: unknown }): unknown => value ?? undefined;

export class OneTimeCodeDto {
  @ApiProperty({ description: 'Six digits; spaces between them do not matter.' })
  @Transform(withoutSpaces)
  @IsString({ message: messages.codeForm })
  @Matches(/^\d{6}$/, { message: messages.codeForm })
  code: string;
}

export class PersonalFieldsDto {
  @ApiProperty({ maxLength: 120 })
  @PersonName()
  @TrimmedText({ max: 120, message: messages.requiredFields })
  name: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 40 })
  @OptionalPhone()
  phone?: string;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date' })
  @OptionalText({ max: 10 })
  @BirthDate()
  date_of_birth?: string;
}

export class RegisterClientDto extends PersonalFieldsDto {
  @ApiProperty({ maxLength: 254 })
  @EmailAddress()
  email: string;
}

export class RegisteredClientDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() email: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: ['client'] }) user_type: 'client';
}

export class EmailDto {
  @ApiProperty({ maxLength: 254 })
  @EmailAddress()
  email: string;
}

/** Either `email` and `code`, or `token`, which needs the `email` in a browser that did not ask for the link. */
export class VerifyClientDto {
  @ApiPropertyOptional({ maxLength: 254 })
  @IsOptional()
  @Transform(nullIsAbsent)
  @EmailAddress()
  email?: string;

  @ApiPropertyOptional({ description: 'Six digits, in the browser that asked for them.' })
  @IsOptional()
  @Transform(nullIsAbsent)
  @Transform(withoutSpaces)
  @IsString({ message: messages.codeForm })
  @Matches(/^\d{6}$/, { message: messages.codeForm })
  code?: string;

  @ApiPropertyOptional({ description: "The secret of the mail's link." })
  @IsOptional()
  @Transform(nullIsAbsent)
  @IsString()
  @Length(1, 200)
  token?: string;

  @ApiPropertyOptional({ description: 'With a link: sign out who else is signed in in this browser.' })
  @IsOptional()
  @IsBoolean()
  instead?: boolean;

  @ApiPropertyOptional({ description: 'Trust this browser for 90 days.' })
  @IsOptional()
  @IsBoolean()
  trust?: boolean;
}

export class CodeSentDto {
  @ApiProperty({ enum: ['code_sent'] }) status: 'code_sent';
  @ApiProperty() resend_after_seconds: number;
  @ApiProperty() expires_in_seconds: number;
}

export class ObjectionDto {
  @ApiProperty()
  @IsString()
  @Length(1, 200)
  token: string;
}

export class ObjectionOutcomeDto {
  /**
   * `restored`: the old address counts again. `registered_since`: another account was registered there; both become one when the link is opened where that one is
   * signed in by a code of the last 15 minutes. `withdrawn`: the old address stays another account's. With each, nobody is signed in to the account any more, and the
   * address that it went to is not its own any more.
   */
  @ApiProperty({ enum: OBJECTION_OUTCOMES }) status: ObjectionOutcome;
  /** The old address. */
  @ApiProperty() email: string;
}
