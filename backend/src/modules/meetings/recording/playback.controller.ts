import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { waitsApart } from '../../../common/http/hang-up';
import { UuidParam } from '../../../common/http/fields';
import { PlaybackService } from './playback.service';

/** Of a range, so many seconds of sound at a time: a player asks for the next ones, and one that is paused keeps nothing open. */
const MOST_BYTES = 1024 * 1024;

/** The sound of a session, for its therapist to hear beside the transcript. */
@ApiTags('ai meeting')
@Controller('ai-meeting')
@Roles('therapist')
export class PlaybackController {
  constructor(private readonly playback: PlaybackService) {}

  @Get('session/:id/sound')
  @ApiProduces('audio/wav')
  @ApiHeader({ name: 'Range', required: false, description: 'One range of bytes' })
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' }, description: 'A WAV file, or of the range that was asked for at most 1 MB (206)' })
  async play(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const sound = await this.playback.find({ ...actor, id: user.id }, id);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Accept-Ranges', 'bytes');
    const asked = request.range(sound.bytes);
    if (asked === -1) {
      response.setHeader('Content-Range', `bytes */${sound.bytes}`);
      response.status(416).end();
      return;
    }
    const range = Array.isArray(asked) && asked.type === 'bytes' && asked.length === 1 ? asked[0] : undefined;
    const { start, end } = range ? { start: range.start, end: Math.min(range.end, range.start + MOST_BYTES - 1) } : { start: 0, end: sound.bytes - 1 };
    if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${sound.bytes}`);
    response.status(range ? 206 : 200).setHeader('Content-Type', 'audio/wav');
    response.setHeader('Content-Length', end - start + 1);
    await this.playback.send({ ...actor, id: user.id }, sound, { start, end }, response, waitsApart(response));
  }
}
