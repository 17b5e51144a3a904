import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/access/access.decorators';
import { UuidParam } from '../../common/http/uuid-param';
import { PublicServiceDto } from './dto/public-service.dto';
import { OfferingsService } from './offerings.service';

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
  byTherapist(@Param('id', UuidParam) id: string): Promise<PublicServiceDto[]> {
    return this.offerings.listPublicById(id);
  }
}
