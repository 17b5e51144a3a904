import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Public, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AcceptsBody } from '../../../common/http/bodies';
import { ReminderSettingsService } from './reminder-settings.service';
import { LinkedReminderChoiceInputDto, ReminderChoiceDto, ReminderChoiceInputDto, ReminderSettingsDto, ReminderSettingsInputDto, ReminderTokenDto } from './reminders.dto';
import { RemindersService } from './reminders.service';

@ApiTags('reminders')
@Controller('therapist/reminders')
@Roles('therapist')
export class ReminderSettingsController {
  constructor(private readonly settings: ReminderSettingsService) {}

  @Get()
  @ApiOkResponse({ type: ReminderSettingsDto })
  show(@CurrentUser() user: CurrentUserData): Promise<ReminderSettingsDto> {
    return this.settings.find(user.id);
  }

  /** Every service may have a time of its own. */
  @Put()
  @AcceptsBody({ bytes: 64 * 1024, values: 2_000 })
  @ApiOkResponse({ type: ReminderSettingsDto })
  replace(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: ReminderSettingsInputDto): Promise<ReminderSettingsDto> {
    return this.settings.replace({ ...actor, id: user.id }, body);
  }
}

/** A client's own choice, signed in. */
@ApiTags('client')
@Controller('client/reminders')
@Roles('client')
export class ClientRemindersController {
  constructor(private readonly reminders: RemindersService) {}

  @Get()
  @ApiOkResponse({ type: ReminderChoiceDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<ReminderChoiceDto> {
    return this.reminders.choiceOf(actor, user.id);
  }

  @Put()
  @ApiOkResponse({ type: ReminderChoiceDto })
  choose(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() { wanted }: ReminderChoiceInputDto): Promise<ReminderChoiceDto> {
    return this.reminders.choose(actor, user.id, wanted);
  }
}

/** The same for whoever got a reminder, by its link. */
@ApiTags('public')
@Controller('reminders/choice')
@Public()
export class LinkedRemindersController {
  constructor(private readonly reminders: RemindersService) {}

  /** By POST, for the token belongs into no address. */
  @Post()
  @HttpCode(200)
  @ApiOkResponse({ type: ReminderChoiceDto })
  show(@Body() { token }: ReminderTokenDto, @CurrentActor() actor: Actor): Promise<ReminderChoiceDto> {
    return this.reminders.linkedChoice(actor, token);
  }

  @Put()
  @ApiOkResponse({ type: ReminderChoiceDto })
  choose(@Body() { token, wanted }: LinkedReminderChoiceInputDto, @CurrentActor() actor: Actor): Promise<ReminderChoiceDto> {
    return this.reminders.chooseByLink(actor, token, wanted);
  }
}
