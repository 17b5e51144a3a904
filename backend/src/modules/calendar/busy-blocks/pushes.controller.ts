import { Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse } from '@nestjs/swagger';
import { CurrentActor, Public } from '../../../common/access/access.decorators';
import type { Actor } from '../../../common/access/actor';
import { Channels } from './channels.service';

const NAMES = { channelId: 'x-goog-channel-id', secret: 'x-goog-channel-token', resource: 'x-goog-resource-id', state: 'x-goog-resource-state' } as const;

@Public()
@Controller('calendar-pushes')
export class CalendarPushesController {
  constructor(private readonly channels: Channels) {}

  @Post()
  @HttpCode(204)
  @ApiHeader({ name: NAMES.channelId, required: false })
  @ApiHeader({ name: NAMES.secret, required: false })
  @ApiHeader({ name: NAMES.resource, required: false })
  @ApiHeader({ name: NAMES.state, required: false })
  @ApiNoContentResponse({ description: 'Google has told that something changed in a calendar.' })
  async hear(
    @Headers(NAMES.channelId) channelId: string | undefined,
    @Headers(NAMES.secret) secret: string | undefined,
    @Headers(NAMES.resource) resource: string | undefined,
    @Headers(NAMES.state) state: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.channels.heard({ channelId, secret, resource, state }, actor);
  }
}
