import { ApiProperty } from '@nestjs/swagger';

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
