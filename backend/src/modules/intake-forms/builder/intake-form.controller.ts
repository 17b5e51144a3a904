import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AcceptsBody } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import { MOST_FORM_BYTES } from './form-rules';
import { FormServicesDto, IntakeFormDto, IntakeFormInputDto, IntakeFormListQueryDto, IntakeFormSummaryDto, IntakeFormUpdateDto, IntakeTemplateDto } from './intake-form.dto';
import { IntakeFormService } from './intake-form.service';
import * as messages from './messages';

/** The largest form, however its signs are written; the values are those of 200 questions with 50 options and conditions on all of them. */
const FORM_BODY = { bytes: 4 * MOST_FORM_BYTES, values: 25_000, tooLarge: messages.formTooLarge };
const SERVICES_BODY = { values: 2_000 };
const LINK_HEADER = { Link: { description: 'rel="next" while there is more', schema: { type: 'string' as const } } };

@ApiTags('intake forms')
@Controller('therapist/intake-forms')
@Roles('therapist')
export class IntakeFormController {
  constructor(private readonly forms: IntakeFormService) {}

  @Get()
  @ApiOkResponse({ type: [IntakeFormSummaryDto], headers: LINK_HEADER })
  async list(@CurrentUser() user: CurrentUserData, @Query() query: IntakeFormListQueryDto, @Res({ passthrough: true }) response: Response): Promise<IntakeFormSummaryDto[]> {
    const { rows, link } = await this.forms.list(user.id, query);
    if (link) response.setHeader('Link', link);
    return rows;
  }

  @Post()
  @AcceptsBody(FORM_BODY)
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat gets the first answer for 24 hours.' })
  @ApiCreatedResponse({ type: IntakeFormDto })
  create(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: IntakeFormInputDto,
  ): Promise<IntakeFormDto> {
    return this.forms.create(user.id, body, key, actor);
  }

  @Get('templates')
  @ApiOkResponse({ type: [IntakeTemplateDto] })
  templates(): IntakeTemplateDto[] {
    return this.forms.templates();
  }

  @Get(':id')
  @ApiOkResponse({ type: IntakeFormDto })
  show(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<IntakeFormDto> {
    return this.forms.show(user.id, id);
  }

  @Put(':id')
  @AcceptsBody(FORM_BODY)
  @ApiOkResponse({ type: IntakeFormDto })
  update(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: IntakeFormUpdateDto,
  ): Promise<IntakeFormDto> {
    return this.forms.update(user.id, id, body, actor);
  }

  @Post(':id/archive')
  @HttpCode(200)
  @ApiOkResponse({ type: IntakeFormDto })
  archive(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<IntakeFormDto> {
    return this.forms.setArchived(user.id, id, true, actor);
  }

  @Post(':id/restore')
  @HttpCode(200)
  @ApiOkResponse({ type: IntakeFormDto })
  restore(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<IntakeFormDto> {
    return this.forms.setArchived(user.id, id, false, actor);
  }

  @Get(':id/services')
  @ApiOkResponse({ type: FormServicesDto })
  async services(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<FormServicesDto> {
    return { services: await this.forms.listServices(user.id, id) };
  }

  @Put(':id/services')
  @AcceptsBody(SERVICES_BODY)
  @ApiOkResponse({ type: FormServicesDto })
  async setServices(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: FormServicesDto,
  ): Promise<FormServicesDto> {
    return { services: await this.forms.setServices(user.id, id, body.services, actor) };
  }
}
