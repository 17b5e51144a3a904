import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Roles } from '../../../common/access/access.decorators';
import type { Actor } from '../../../common/access/actor';
import { AiStatusDto, AllowModelDto } from './ai-status.dto';
import { AiStatusService } from './ai-status.service';

@ApiTags('admin')
@Controller('admin/ai')
@Roles('admin')
export class AiStatusController {
  constructor(private readonly status: AiStatusService) {}

  @Get()
  @ApiOkResponse({ type: AiStatusDto })
  show(): Promise<AiStatusDto> {
    return this.status.show();
  }

  @Put('model')
  @ApiOkResponse({ type: AiStatusDto })
  allow(@CurrentActor() actor: Actor, @Body() { allowed }: AllowModelDto): Promise<AiStatusDto> {
    return this.status.allowModel(actor, allowed);
  }
}
