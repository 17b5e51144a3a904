import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { AnswersAtOnce, Public } from '../common/access/access.decorators';
import { HealthService } from './health.service';

export class LiveDto {
  @ApiProperty({ enum: ['ok'] }) status: 'ok';
}

export class ReadyDto {
  @ApiProperty({ enum: ['ok'] }) status: 'ok';
  @ApiProperty({ enum: ['ok'] }) database: 'ok';
  @ApiProperty({ enum: ['ok', 'degraded'], description: 'Degraded: jobs such as mails wait until the worker and Redis are back.' })
  queue: 'ok' | 'degraded';
  @ApiProperty({
    enum: ['redis', 'builtin', 'none'],
    description: 'Built in: no Redis, the worker runs jobs straight from the outbox in one process.',
  })
  queue_engine: 'redis' | 'builtin' | 'none';
  @ApiProperty({ enum: ['enforced', 'not enforced'], description: 'Whether the database keeps the application from changing the activity log.' })
  activity_log: 'enforced' | 'not enforced';
  @ApiProperty({ enum: ['google', 'demo', 'not configured'] }) sign_in: 'google' | 'demo' | 'not configured';
  @ApiProperty({ enum: ['configured', 'not configured'] }) mail: 'configured' | 'not configured';
}

@ApiTags('health')
@Controller('health')
@Public()
@AnswersAtOnce()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  @ApiOkResponse({ type: LiveDto })
  live(): LiveDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOkResponse({ type: ReadyDto })
  ready(): Promise<ReadyDto> {
    return this.health.ready();
  }
}
