import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsInt, IsOptional, Length, Matches, MaxLength, Min, Validate, ValidatorConstraint, ValidatorConstraintInterface } from 'class-validator';
import { knownZone } from '../../../common/clock/zones';
import { CleanText, ClearablePhone, ClearableText, TrimmedText } from '../../../common/http/fields';
import { PersonName, PlainPlace } from '../../../common/http/person-name';
import { NotAsTheProduct, NotTheProduct } from '../../../common/http/product-name';
import * as messages from '../messages';

export const DEFAULT_LANGUAGES = ['English'];
export const DEFAULT_TIMEZONE = 'America/New_York';

const REGION_AND_CITY = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)?$/;

/** Whether the text names a zone of the IANA database, as region and city or UTC (no bare offsets, no abbreviations). */
export function isTimezone(text: string): boolean {
  return (text === 'UTC' || REGION_AND_CITY.test(text)) && knownZone(text) !== null;
}

/** Longest data URL of a 200 kB image, with room to spare; anything longer was not made by the upload. */
const MAX_IMAGE_DATA = 300_000;

const trimEach = ({ value }: { value: unknown }): unknown =>
  Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'string' ? item.trim() : item)) : value;

@ValidatorConstraint({ name: 'timezone' })
class KnownTimezone implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && isTimezone(value);
  }
}

/** What a therapist sends. What is left out keeps its value, or gets its default in a new profile. */
export class ProfileInputDto {
  @ApiProperty({ minLength: 1, maxLength: 120 })
  @PersonName()
  @NotTheProduct()
  @MaxLength(120, { message: messages.displayNameTooLong })
  @TrimmedText({ max: Infinity, message: messages.displayNameRequired })
  display_name: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  @NotAsTheProduct(messages.pageNotTheProduct)
  @ClearableText(5000, messages.bioTooLong)
  bio?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 300 })
  @NotAsTheProduct(messages.pageNotTheProduct)
  @ClearableText(300, messages.credentialsTooLong)
  credentials?: string | null;

  @ApiPropertyOptional({ type: [String], minItems: 1, maxItems: 20, default: ['English'] })
  @Transform(trimEach)
  @ArrayUnique({ message: messages.languageTwice })
  @CleanText({ each: true })
  @Length(1, 40, { each: true, message: messages.languageLength })
  @ArrayMaxSize(20, { message: messages.languagesCount })
  @ArrayMinSize(1, { message: messages.languagesCount })
  @IsArray({ message: messages.languagesCount })
  @IsOptional()
  languages?: string[] | null;

  @ApiPropertyOptional({ type: String, default: 'America/New_York', description: 'IANA time zone' })
  @IsOptional()
  @Validate(KnownTimezone, { message: messages.unknownTimezone })
  timezone?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'null, the present one, or what the upload returned' })
  @ClearableText(MAX_IMAGE_DATA, messages.imageNotUploaded)
  profile_image?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^[a-z0-9_-]{3,60}$' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() || null : value))
  @IsOptional()
  @Matches(/^[a-z0-9_-]{3,60}$/, { message: messages.slugForm })
  custom_slug?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 40 })
  @ClearablePhone(messages.phoneTooLong)
  phone?: string | null;

  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Whether the public page shows it' })
  @IsOptional()
  @IsBoolean()
  phone_shown?: boolean | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 300, description: 'Of the practice, in one line or several' })
  @PlainPlace(messages.addressLink)
  @ClearableText(300, messages.addressTooLong)
  address?: string | null;

  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Whether the public page shows it' })
  @IsOptional()
  @IsBoolean()
  address_shown?: boolean | null;

  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Whether search engines may list the public page' })
  @IsOptional()
  @IsBoolean()
  search_listed?: boolean | null;
}

/** What a therapist sends to change it. */
export class ProfileUpdateDto extends ProfileInputDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest' })
  @IsOptional()
  @IsInt({ message: messages.versionForm })
  @Min(1, { message: messages.versionForm })
  version?: number;
}

export class BookingsPauseDto {
  @ApiProperty({ description: 'While true nobody can book anew; what is booked stays and can be moved' })
  @IsBoolean({ message: messages.pauseMissing })
  bookings_paused: boolean;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 300, description: 'What visitors read meanwhile; left out, the present one stays' })
  @NotAsTheProduct(messages.pauseNotTheProduct)
  @ClearableText(300, messages.pauseMessageTooLong)
  bookings_paused_message?: string | null;
}

export class ProfileDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() display_name: string;
  @ApiProperty() bio: string;
  @ApiProperty() credentials: string;
  @ApiProperty({ type: [String] }) languages: string[];
  @ApiProperty() timezone: string;
  @ApiProperty({ type: String, nullable: true, description: 'Data URL' }) profile_image: string | null;
  @ApiProperty({ type: String, nullable: true }) custom_slug: string | null;
  @ApiProperty({ type: String, nullable: true }) phone: string | null;
  @ApiProperty() phone_shown: boolean;
  @ApiProperty({ type: String, nullable: true }) address: string | null;
  @ApiProperty() address_shown: boolean;
  @ApiProperty() search_listed: boolean;
  @ApiProperty() bookings_paused: boolean;
  @ApiProperty({ type: String, nullable: true }) bookings_paused_message: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) updated_at: string;
  @ApiProperty({ type: 'integer', description: 'Of what the therapist says there, from 1; pausing bookings is none' }) version: number;
}

export class UploadedImageDto {
  @ApiProperty({ description: 'Data URL of the image as it will be shown; send it as profile_image to keep it' })
  image_data: string;
}
