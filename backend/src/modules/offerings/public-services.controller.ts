import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../common/access/access.decorators';
import { pathId } from '../../common/http/fields';
import { OfferingsService } from './offerings.service';
import { PublicServiceDto } from './service.dto';

@ApiTags('public')
@Controller('public/therapist')
@Public()
export class PublicServicesController {
  constructor(private readonly offerings: OfferingsService) {}

  @Get('slug/:slug/services')
  @ApiOkResponse({ type: [PublicServiceDto] })
  bySlug(@Param('slug') slug: string): Promise<PublicServiceDto[]> {
    return this.offerings.listPublicBySlug(slug);
  }

  @Get(':id/services')
  @ApiOkResponse({ type: [PublicServiceDto] })
  @ApiParam({ name: 'id', type: String })
  byTherapist(@Req() request: Request): Promise<PublicServiceDto[]> {
    return this.offerings.listPublicById(pathId(request));
  }
}
