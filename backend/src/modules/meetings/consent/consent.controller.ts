import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { MeetingConsentDto, MeetingSettingsDto, RecordConsentDto, RequestConsentDto } from './consent.dto';
import { ConsentService } from './consent.service';

/** Leave to record a session, on the therapist's screen. */
@ApiTags('ai meeting')
@Controller('ai-meeting')
@Roles('therapist')
export class ConsentController {
  constructor(private readonly consents: ConsentService) {}

  @Post('request-consent')
  @ApiCreatedResponse({ type: MeetingConsentDto })
  request(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: RequestConsentDto): Promise<MeetingConsentDto> {
    return this.consents.request({ ...actor, id: user.id }, body);
  }

  @Post('record-consent')
  @HttpCode(200)
  @ApiOkResponse({ type: MeetingConsentDto })
  record(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: RecordConsentDto): Promise<MeetingConsentDto> {
    return this.consents.record({ ...actor, id: user.id }, body);
  }

  @Get('consents')
  @ApiOkResponse({ type: [MeetingConsentDto], description: 'Those that stand, with no session yet' })
  listOpen(@CurrentUser() user: CurrentUserData): Promise<MeetingConsentDto[]> {
    return this.consents.listOpen(user.id);
  }

  @Get('consents/:id')
  @ApiOkResponse({ type: MeetingConsentDto })
  find(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<MeetingConsentDto> {
    return this.consents.find(user.id, id);
  }

  @Post('consents/:id/withdraw')
  @HttpCode(200)
  @ApiOkResponse({ type: MeetingConsentDto })
  withdraw(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<MeetingConsentDto> {
    return this.consents.withdraw({ ...actor, id: user.id }, id);
  }

  @Get('settings')
  @ApiOkResponse({ type: MeetingSettingsDto })
  settings(@CurrentUser() user: CurrentUserData): Promise<MeetingSettingsDto> {
    return this.consents.settings(user.id);
  }

  @Put('settings')
  @ApiOkResponse({ type: MeetingSettingsDto })
  saveSettings(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: MeetingSettingsDto): Promise<MeetingSettingsDto> {
    return this.consents.saveSettings({ ...actor, id: user.id }, body);
  }
}
