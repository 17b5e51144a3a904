import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../common/access/actor';
import { UuidParam } from '../../common/http/fields';
import { AppConfig } from '../../config/app-config';
import { OfferingsService, toServiceDto } from './offerings.service';
import { ServiceDto, ServiceInputDto, ServiceListQueryDto, ServiceOrderDto, ServiceRemovalDto } from './service.dto';

const LINK_HEADER = { Link: { description: 'rel="next" while there is more', schema: { type: 'string' as const } } };

@ApiTags('therapist services')
@Controller('therapist/services')
@Roles('therapist')
export class TherapistServicesController {
  constructor(
    private readonly offerings: OfferingsService,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @ApiOkResponse({ type: [ServiceDto], headers: LINK_HEADER })
  async list(
    @CurrentUser() user: CurrentUserData,
    @Query() query: ServiceListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ServiceDto[]> {
    const { offerings, next } = await this.offerings.list(user.id, query);
    if (next) response.setHeader('Link', `<${this.config.publicUrl}/api/therapist/services?${next}>; rel="next"`);
    return offerings.map(toServiceDto);
  }

  @Post()
  @ApiCreatedResponse({ type: ServiceDto })
  async create(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: ServiceInputDto): Promise<ServiceDto> {
    return toServiceDto(await this.offerings.create(user.id, body, actor));
  }

  @Put('order')
  @ApiOkResponse({ type: [ServiceDto] })
  async arrange(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() { ids }: ServiceOrderDto): Promise<ServiceDto[]> {
    await this.offerings.arrange(user.id, ids, actor);
    return (await this.offerings.list(user.id, {})).offerings.map(toServiceDto);
  }

  @Put(':id')
  @ApiOkResponse({ type: ServiceDto })
  async update(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: ServiceInputDto,
  ): Promise<ServiceDto> {
    return toServiceDto(await this.offerings.update(user.id, id, body, actor));
  }

  @Delete(':id')
  @ApiOkResponse({ type: ServiceRemovalDto })
  async remove(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<ServiceRemovalDto> {
    return { status: await this.offerings.remove(user.id, id, actor) };
  }
}
