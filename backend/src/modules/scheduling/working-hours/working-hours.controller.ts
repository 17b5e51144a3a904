import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AcceptsBody } from '../../../common/http/bodies';
import { CheckedHours } from './checked-hours';
import { WorkingHoursDto, WorkingHoursInputDto } from './working-hours.dto';
import { toWorkingHoursDto, WorkingHoursService } from './working-hours.service';

@ApiTags('working hours')
@Controller('therapist/working-hours')
@Roles('therapist')
export class WorkingHoursController {
  constructor(private readonly workingHours: WorkingHoursService) {}

  @Get()
  @ApiOkResponse({ type: WorkingHoursDto })
  async show(@CurrentUser() user: CurrentUserData): Promise<WorkingHoursDto> {
    return toWorkingHoursDto(await this.workingHours.find(user.id));
  }

  /** A year of days with six windows each. */
  @Put()
  @AcceptsBody({ bytes: 256 * 1024, values: 12_000 })
  @ApiBody({ type: WorkingHoursInputDto })
  @ApiOkResponse({ type: WorkingHoursDto })
  async replace(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    // No class: the validation of all other bodies passes it by.
    @Body(CheckedHours) body: Readonly<WorkingHoursInputDto>,
  ): Promise<WorkingHoursDto> {
    return toWorkingHoursDto(await this.workingHours.replace(user.id, body, actor));
  }
}
