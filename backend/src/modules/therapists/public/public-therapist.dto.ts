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
}
