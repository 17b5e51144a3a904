import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { AcceptsBody, SentBytes } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import * as messages from '../messages';
import { MeetingSessionDto, SessionSettingsDto } from '../sessions/session.dto';
import { ChunkQueryDto, DeviceKeyDto, DeviceSessionDto, LeaseDto, StoredChunksDto } from './device.dto';
import { DeviceService } from './device.service';

/** 5 seconds of the finest sound. */
const CHUNK_BYTES = 441_000;
const BYTES = { schema: { type: 'string', format: 'binary' } };

/** Sessions that the therapist's device records. */
@ApiTags('ai meeting')
@Controller('ai-meeting')
@Roles('therapist')
export class DeviceController {
  constructor(private readonly device: DeviceService) {}

  @Post('device-sessions')
  @ApiCreatedResponse({ type: DeviceSessionDto })
  begin(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: SessionSettingsDto): Promise<DeviceSessionDto> {
    return this.device.begin({ ...actor, id: user.id }, body);
  }

  /** After a reload: this window goes on, as a new part. */
  @Post('session/:id/lease')
  @HttpCode(200)
  @ApiOkResponse({ type: DeviceSessionDto })
  takeOver(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<DeviceSessionDto> {
    return this.device.takeOver({ ...actor, id: user.id }, id);
  }

  @Post('session/:id/pause')
  @HttpCode(200)
  @ApiOkResponse({ type: DeviceSessionDto })
  pause(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() { fence }: LeaseDto): Promise<DeviceSessionDto> {
    return this.device.pause({ ...actor, id: user.id }, id, fence);
  }

  @Post('session/:id/resume')
  @HttpCode(200)
  @ApiOkResponse({ type: DeviceSessionDto })
  resume(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() { fence }: LeaseDto): Promise<DeviceSessionDto> {
    return this.device.resume({ ...actor, id: user.id }, id, fence);
  }

  /** Sound of the session's rate: mono, 16 bit, little-endian, about two seconds and at most five. */
  @Put('session/:id/chunks/:part/:seq')
  @AcceptsBody({ bytes: CHUNK_BYTES, tooLarge: messages.chunkTooLarge, isBytes: true })
  @ApiConsumes('application/octet-stream')
  @ApiBody(BYTES)
  @ApiOkResponse({ type: MeetingSessionDto })
  keep(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('part') part: string,
    @Param('seq') seq: string,
    @Query() query: ChunkQueryDto,
    @SentBytes() pcm: Buffer,
  ): Promise<MeetingSessionDto> {
    return this.device.keep({ ...actor, id: user.id }, id, count(part), count(seq), query, pcm);
  }

  /** For sound that waits on the device: asked for when a recording begins, and again after a reload. */
  @Get('session/:id/device-key')
  @ApiOkResponse({ type: DeviceKeyDto })
  showKey(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<DeviceKeyDto> {
    return this.device.showKey(user.id, id);
  }

  @Get('session/:id/chunks')
  @ApiOkResponse({ type: StoredChunksDto })
  listStored(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<StoredChunksDto> {
    return this.device.listStored(user.id, id);
  }
}

/** What is no count names nothing. */
function count(text: string): number {
  if (!/^(?:0|[1-9]\d{0,5})$/.test(text)) throw new DomainError('not_found', messages.noSuchPart);
  return Number(text);
}
