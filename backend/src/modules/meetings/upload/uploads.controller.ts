import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { AcceptsBody, SentBytes } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import * as messages from '../messages';
import { BeginUploadDto, UploadSessionDto } from './upload.dto';
import { BLOCK_BYTES } from './upload-limits';
import { UploadsService } from './uploads.service';

const BYTES = { schema: { type: 'string', format: 'binary' } };

/** Sessions whose sound comes as a file. */
@ApiTags('ai meeting')
@Controller('ai-meeting')
@Roles('therapist')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post('uploads')
  @ApiCreatedResponse({ type: UploadSessionDto })
  begin(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: BeginUploadDto): Promise<UploadSessionDto> {
    return this.uploads.begin({ ...actor, id: user.id }, body);
  }

  @Put('session/:id/blocks/:block')
  @AcceptsBody({ bytes: BLOCK_BYTES, tooLarge: messages.blockTooLarge, isBytes: true })
  @ApiConsumes('application/octet-stream')
  @ApiBody(BYTES)
  @ApiOkResponse({ type: UploadSessionDto })
  keep(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Param('block') block: string, @SentBytes() bytes: Buffer): Promise<UploadSessionDto> {
    if (!/^(?:0|[1-9]\d{0,3})$/.test(block)) throw new DomainError('not_found', messages.noSuchBlock);
    return this.uploads.keep({ ...actor, id: user.id }, id, Number(block), bytes);
  }

  /** What a page that comes back need not send again. */
  @Get('session/:id/blocks')
  @ApiOkResponse({ type: UploadSessionDto })
  show(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<UploadSessionDto> {
    return this.uploads.show(user.id, id);
  }

  @Post('session/:id/blocks/complete')
  @HttpCode(200)
  @ApiOkResponse({ type: UploadSessionDto })
  complete(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<UploadSessionDto> {
    return this.uploads.complete({ ...actor, id: user.id }, id);
  }
}
