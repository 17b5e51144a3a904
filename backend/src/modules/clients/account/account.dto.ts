import { ApiProperty } from '@nestjs/swagger';
import { PersonalFieldsDto } from '../sign-in/sign-in.dto';
import { UnknownPracticeDto } from '../strangers/introduction.dto';

export class UpdateClientAccountDto extends PersonalFieldsDto {}

export class PendingAddressChangeDto {
  @ApiProperty() new_email: string;
  @ApiProperty() old_email: string;
  @ApiProperty({ format: 'date-time', description: 'Until then the old address can put itself back.' }) object_until: string;
}

export class ProofAddressDto {
  @ApiProperty() email: string;
  @ApiProperty({ format: 'date-time' }) until: string;
}

export class ClientAccountDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty({ type: String, nullable: true }) phone: string | null;
  @ApiProperty({ type: String, format: 'date', nullable: true }) date_of_birth: string | null;
  @ApiProperty({ description: 'Whether the address is proved.' }) verified: boolean;
  @ApiProperty({ description: 'Whether the next step that is kept behind a fresh code would ask for one.' }) proof_required: boolean;
  @ApiProperty({ type: PendingAddressChangeDto, nullable: true }) pending_address_change: PendingAddressChangeDto | null;
  @ApiProperty({ type: ProofAddressDto, nullable: true, description: 'The address before a change, while it may object: a fresh code goes there and nowhere else.' }) proof_address: ProofAddressDto | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

/** A practice that the client has not said of that they go there, and what becomes of it with the address. */
export class LeftPracticeDto extends UnknownPracticeDto {
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ format: 'date-time', description: 'Since when the practice is here.' }) practice_since: string;
  @ApiProperty({ description: 'Whether the client goes to other practices, and never went to this one.' }) unknown: boolean;
  @ApiProperty({ description: 'The address with which the practice knows the client.' }) email: string;
  @ApiProperty({ description: 'The client has left that address: what the practice keeps there is shown to nobody, until they say that they go there.' }) left: boolean;
}

export class TrustedBrowserDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'The browser in words.' }) label: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) last_used_at: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
  @ApiProperty({ description: 'Whether it is the browser that asks.' }) current: boolean;
}

export class RevokedBrowserDto {
  @ApiProperty({ enum: ['revoked'] }) status: 'revoked';
}
