import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, Validate, ValidatorConstraint, ValidatorConstraintInterface } from 'class-validator';
import { BoundedList, CleanText, ClearableText, Id, Ids, OptionalText, TrimmedText } from '../../common/http/fields';
import { PersonName, PlainPlace } from '../../common/http/person-name';
import { NotAsTheProduct, NotTheProduct } from '../../common/http/product-name';
import * as messages from './messages';

export const SESSION_TYPES = ['online', 'in-person', 'both'] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/** How a session that is not in person takes place: by video, or by telephone, and who calls. */
export const ONLINE_PLACES = ['video', 'therapist-calls', 'client-calls'] as const;
export type OnlinePlace = (typeof ONLINE_PLACES)[number];

/** Who may see and book a service; `clients` are the therapist's own, signed in. */
export const VISIBILITIES = ['everybody', 'clients', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const MAX_LINK = 500;

/** A web address in its one spelling; what is none stays as it is, for the check to refuse. */
const webAddress = ({ value }: { value: unknown }): unknown => {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed === '') return null;
  return URL.canParse(trimmed) ? new URL(trimmed).href : trimmed;
};

/** Whether the text is an https address without a name or a password in it. */
export function isVideoLink(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_LINK || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}

/** Of one therapist, in a list and in an order. */
const MAX_SERVICES = 500;

const MAX_PRICE = 100_000;

/** Whether the value is a price in dollars: 0 to 100000 with at most two decimals. */
export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_PRICE && Number(value.toFixed(2)) === value;
}

export function toCents(price: number): number {
  return Math.round(price * 100);
}

export function fromCents(cents: number): number {
  return cents / 100;
}

/** A service as visitors see it. */
export class PublicServiceDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: 'integer' }) duration_minutes: number;
  @ApiProperty({ description: 'Dollars' }) price: number;
  @ApiProperty() is_free: boolean;
  @ApiProperty({ enum: SESSION_TYPES }) session_type: SessionType;
  @ApiProperty({ enum: ONLINE_PLACES, description: 'How it takes place where it is not in person' }) online_place: OnlinePlace;
  @ApiProperty({ type: String, nullable: true, description: "Where it is not the practice's, and the therapist shows addresses" }) address: string | null;
}

@ValidatorConstraint({ name: 'videoLink' })
class VideoLink implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isVideoLink(value);
  }
}

@ValidatorConstraint({ name: 'price' })
class Price implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isPrice(value);
  }
}

/** What a therapist sends. What is left out keeps its value, or gets its default in a new service. */
export class ServiceInputDto {
  @ApiProperty({ minLength: 1, maxLength: 120 })
  @PersonName()
  @NotTheProduct(messages.notTheProduct)
  @MaxLength(120, { message: messages.nameTooLong })
  @TrimmedText({ max: Infinity, message: messages.nameRequired })
  name: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000, default: '' })
  @IsOptional()
  @IsString()
  @CleanText()
  @NotAsTheProduct(messages.notTheProduct)
  @MaxLength(2000, { message: messages.descriptionTooLong })
  description?: string | null;

  @ApiPropertyOptional({ type: 'integer', minimum: 15, maximum: 240, default: 60 })
  @IsOptional()
  @IsInt({ message: messages.durationRange })
  @Min(15, { message: messages.durationRange })
  @Max(240, { message: messages.durationRange })
  duration_minutes?: number | null;

  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: 100000, default: 0, description: 'Dollars, at most two decimals' })
  @IsOptional()
  @Validate(Price, { message: messages.priceForm })
  price?: number | null;

  @ApiPropertyOptional({ type: Boolean, default: true, description: 'A free service has the price 0, whatever was sent' })
  @IsOptional()
  @IsBoolean()
  is_free?: boolean | null;

  @ApiPropertyOptional({ enum: SESSION_TYPES, default: 'online' })
  @IsOptional()
  @IsIn(SESSION_TYPES, { message: messages.sessionTypes })
  session_type?: SessionType | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 300, description: "Null: the practice's" })
  @PlainPlace(messages.addressLink)
  @ClearableText(300, messages.addressTooLong)
  address?: string | null;

  @ApiPropertyOptional({ enum: ONLINE_PLACES, default: 'video' })
  @IsOptional()
  @IsIn(ONLINE_PLACES, { message: messages.onlinePlaces })
  online_place?: OnlinePlace | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_LINK, description: 'https; told only to those who have booked' })
  @Transform(webAddress)
  @IsOptional()
  @Validate(VideoLink, { message: messages.videoLinkForm })
  video_link?: string | null;

  @ApiPropertyOptional({ enum: VISIBILITIES, default: 'everybody' })
  @IsOptional()
  @IsIn(VISIBILITIES, { message: messages.visibilities })
  visibility?: Visibility | null;
}

/** A service as its therapist sees it. */
export class ServiceDto extends PublicServiceDto {
  @ApiProperty({ type: String, nullable: true }) video_link: string | null;
  @ApiProperty({ enum: VISIBILITIES }) visibility: Visibility;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class ServiceListQueryDto {
  @ApiPropertyOptional({ type: 'integer', default: 500, maximum: 500 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit?: number;
  @ApiPropertyOptional({ description: 'From the Link header' }) @IsOptional() @Id(messages.cursorUnknown) cursor?: string;
  @ApiPropertyOptional({ description: 'Part of the name or the beginning of the description' }) @OptionalText({ max: 120 }) q?: string;
}

export class ServiceOrderDto {
  @ApiProperty({ type: [String], maxItems: MAX_SERVICES, description: 'All services, archived ones apart, in their new order' })
  @BoundedList(MAX_SERVICES)
  @IsArray({ message: messages.orderIds })
  @ArrayMaxSize(MAX_SERVICES, { message: messages.orderIds })
  @ArrayUnique({ message: messages.orderIds })
  @Ids(messages.orderIds)
  ids: string[];
}

/** A practice that a client belongs to, with what they can book there. */
export class ClientPracticeDto {
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty() timezone: string;
  @ApiProperty({ description: 'No new bookings for now' }) bookings_paused: boolean;
  @ApiProperty({ type: String, nullable: true, description: "The therapist's sentence while they are paused" }) bookings_paused_message: string | null;
  @ApiProperty({ type: [PublicServiceDto], description: 'Also those that only clients of the practice may see' }) services: PublicServiceDto[];
}

export class ServiceRemovalDto {
  @ApiProperty({ enum: ['deleted', 'archived'], description: 'Archived when it was ever booked' }) status: 'deleted' | 'archived';
}
