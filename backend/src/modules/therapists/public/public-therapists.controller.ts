import { Controller, Get, Header, Param, Req, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../../common/access/access.decorators';
import { pathId } from '../../../common/http/fields';
import { IMAGE_CONTENT_TYPE } from '../../../integrations/images/encoded-image';
import { PublicTherapistDto } from './public-therapist.dto';
import { PublicTherapistsService } from './public-therapists.service';

@ApiTags('public')
@Controller('public')
@Public()
export class PublicTherapistsController {
  constructor(private readonly therapists: PublicTherapistsService) {}

  @Get('therapist/slug/:slug')
  @ApiOkResponse({ type: PublicTherapistDto })
  bySlug(@Param('slug') slug: string): Promise<PublicTherapistDto> {
    return this.therapists.findBySlug(slug);
  }

  @Get('therapist/:id')
  @ApiOkResponse({ type: PublicTherapistDto })
  @ApiParam({ name: 'id', type: String })
  byId(@Req() request: Request): Promise<PublicTherapistDto> {
    return this.therapists.findById(pathId(request));
  }

  /** The name is the hash of the content, so it never changes. */
  @Get('images/:hash.webp')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  @ApiProduces(IMAGE_CONTENT_TYPE)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async image(@Param('hash') hash: string): Promise<StreamableFile> {
    const bytes = await this.therapists.findImage(hash);
    return new StreamableFile(bytes, { type: IMAGE_CONTENT_TYPE, length: bytes.length });
  }
}
