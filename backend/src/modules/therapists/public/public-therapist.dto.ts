import { ApiProperty } from '@nestjs/swagger';

/** What everybody may know about a therapist. */
export class PublicTherapistDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: String, nullable: true }) custom_slug: string | null;
  @ApiProperty() display_name: string;
  @ApiProperty() credentials: string;
  @ApiProperty() bio: string;
  @ApiProperty({ type: String, nullable: true, description: 'Path of the image' }) profile_image: string | null;
  @ApiProperty({ type: [String] }) languages: string[];
  @ApiProperty() timezone: string;
  @ApiProperty({ type: String, nullable: true, description: 'Where the therapist shows it' }) phone: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Where the therapist shows it' }) address: string | null;
  @ApiProperty({ description: 'No new bookings for now' }) bookings_paused: boolean;
  @ApiProperty({ type: String, nullable: true, description: "The therapist's sentence while they are paused" }) bookings_paused_message: string | null;
}
