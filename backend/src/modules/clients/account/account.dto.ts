import { ApiProperty } from '@nestjs/swagger';
import { PersonalFieldsDto } from '../sign-in/sign-in.dto';

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
