import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString, Length } from 'class-validator';

export class PracticeMailsDto {
  @ApiProperty() therapist_name: string;
  @ApiProperty({ description: 'Mails of this practice go to the address.' }) wanted: boolean;
}

export class PracticeMailsTokenDto {
  @ApiProperty({ description: "The token of a mail's link, from the address fragment." }) @IsString() @Length(1, 200) token: string;
}

export class PracticeMailsChoiceDto extends PracticeMailsTokenDto {
  @ApiProperty() @IsBoolean() wanted: boolean;
}
