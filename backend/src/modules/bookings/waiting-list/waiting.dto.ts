import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, Max, Min, ValidateIf } from 'class-validator';
import { BoundedList, Id, NestedList, TrimmedText } from '../../../common/http/fields';
import { UnknownPracticeDto } from '../../clients/strangers/introduction.dto';
import { LocalTime } from '../availability/availability.dto';
import { CreateBookingDto } from '../booking/booking.dto';

export const MAX_WISHES = 3;
const STATES = ['unconfirmed', 'waiting', 'offered', 'booked', 'over'] as const;

export class WishDto {
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 6, description: '0 is Sunday; null: any day' })
  @ValidateIf((wish: WishDto) => wish.weekday !== null)
  @IsInt()
  @Min(0)
  @Max(6)
  weekday: number | null;
  @ApiProperty({ example: '09:00', description: "The first start that suits, by the therapist's clock" }) @LocalTime() from: string;
  @ApiProperty({ example: '17:00', description: 'The last start that suits' }) @LocalTime() until: string;
}

/** Somebody who found no time. */
export class JoinWaitingListDto extends OmitType(CreateBookingDto, ['appointment_date', 'appointment_time', 'notes'] as const) {
  @ApiProperty({ type: [WishDto], minItems: 1, maxItems: MAX_WISHES })
  @BoundedList(MAX_WISHES)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_WISHES)
  @NestedList(() => WishDto)
  wishes: WishDto[];
}

export class WaitingJoinedDto {
  @ApiProperty({ enum: ['mail_sent'], description: 'Whoever has the mailbox confirms the request by the link of the mail.' }) status: 'mail_sent';
}

export class WaitingTokenDto {
  @ApiProperty({ description: 'The secret of the link `/waiting#…`' }) @TrimmedText({ max: 100, message: 'Please use the link of the mail' }) token: string;
}

export class WaitingOfferTokenDto extends WaitingTokenDto {
  @ApiProperty({ format: 'uuid', description: 'The offer that was seen' }) @Id() offer_id: string;
}

/** A time that is kept for one person. */
export class WaitingOfferDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date' }) appointment_date: string;
  @ApiProperty({ description: "'HH:mm' in the therapist's zone" }) appointment_time: string;
  @ApiProperty({ format: 'date-time', description: 'Until when it is kept' }) expires_at: string;
}

/** A request as whoever made it sees it. */
export class WaitingRequestDto {
  @ApiProperty({ enum: STATES }) state: (typeof STATES)[number];
  @ApiProperty() therapist_name: string;
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty({ format: 'date-time', description: 'Since when the practice is here.' }) practice_since: string;
  @ApiProperty({ type: UnknownPracticeDto, nullable: true, description: 'Who is signed in with the address never went to this practice, and goes to others.' }) unknown_practice: UnknownPracticeDto | null;
  @ApiProperty({ description: 'Whoever asked typed it: the owner of the address sees it before it counts' }) client_name: string;
  @ApiProperty({ type: String, nullable: true, description: 'As `client_name`' }) client_phone: string | null;
  @ApiProperty() service_name: string;
  @ApiProperty() duration_minutes: number;
  @ApiProperty({ description: 'IANA zone of the therapist.' }) timezone: string;
  @ApiProperty({ type: [WishDto] }) wishes: WishDto[];
  @ApiProperty({ format: 'date-time', description: 'Until when the request stands' }) expires_at: string;
  @ApiProperty({ type: WaitingOfferDto, nullable: true }) offer: WaitingOfferDto | null;
}

/** Somebody who waits, as their therapist sees them. */
export class WaitingPersonDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() client_name: string;
  @ApiProperty() client_email: string;
  @ApiProperty() service_name: string;
  @ApiProperty({ type: [WishDto] }) wishes: WishDto[];
  @ApiProperty({ format: 'date-time' }) since: string;
  @ApiProperty({ type: WaitingOfferDto, nullable: true, description: 'What is kept for them now' }) offer: WaitingOfferDto | null;
}

export class WaitingRemovalDto {
  @ApiProperty({ enum: ['removed'] }) status: 'removed';
}
