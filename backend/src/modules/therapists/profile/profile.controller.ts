import { Body, CallHandler, Controller, ExecutionContext, Get, HttpCode, Injectable, NestInterceptor, Post, Put, Query, UploadedFile, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { Observable } from 'rxjs';
import { CurrentActor, CurrentUser, currentUserOf, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { AcceptsBody, FORM_SOURCE, readForm } from '../../../common/http/bodies';
import { leaveConnectionLine } from '../../../common/http/changes-at-work';
import * as messages from '../messages';
import { SlugCheckDto, SlugQueryDto } from '../slugs/slug.dto';
import { SlugsService } from '../slugs/slugs.service';
import { BookingsPauseDto, ProfileDto, ProfileInputDto, ProfileUpdateDto, UploadedImageDto } from './profile.dto';
import { TherapistsService } from './profile.service';

const MAX_BYTES = 5_242_880;

/** What else is in a request with a file: boundaries, headers and four short fields. */
const FORM_BYTES = 16 * 1024;

/** The profile's texts beside the longest image that the upload returns. */
const PROFILE_BODY = { bytes: 400 * 1024 };

/** One byte more than allowed, so that a file of exactly 5 MB is not cut off and refused. */
const readOneFile = multer({
  ...FORM_SOURCE,
  storage: multer.memoryStorage(),
  limits: { fileSize: MAX_BYTES + 1, files: 1, fields: 4, fieldSize: 1_000, headerPairs: 20 },
}).single('file');

/** Reads the one file of a multipart request into memory; refuses none, several, those over 5 MB and, unparsed, those over the hour's limit. */
@Injectable()
class ImageUploadInterceptor implements NestInterceptor {
  constructor(private readonly therapists: TherapistsService) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    await this.therapists.countUpload(currentUserOf(request).id);
    await readForm(readOneFile, request, response, refusal);
    if (!request.file) throw new DomainError('invalid', messages.imageMissing);
    if (request.file.size > MAX_BYTES) throw new DomainError('too_large', messages.imageTooLarge);
    // Pictures are decoded one at a time, and have a line of their own.
    leaveConnectionLine(response);
    return next.handle();
  }
}

function refusal(error: unknown): DomainError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return new DomainError('too_large', messages.imageTooLarge);
  return new DomainError('invalid', messages.imageMissing);
}

const ONE_FILE = { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } };

@ApiTags('therapist profile')
@Controller('therapist')
@Roles('therapist')
export class ProfileController {
  constructor(
    private readonly therapists: TherapistsService,
    private readonly slugs: SlugsService,
  ) {}

  @Get('profile')
  @ApiOkResponse({ type: ProfileDto })
  show(@CurrentUser() user: CurrentUserData): Promise<ProfileDto> {
    return this.therapists.show(user.id);
  }

  @Post('profile')
  @AcceptsBody(PROFILE_BODY)
  @ApiCreatedResponse({ type: ProfileDto })
  create(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: ProfileInputDto): Promise<ProfileDto> {
    return this.therapists.create(user.id, body, actor);
  }

  @Put('profile')
  @AcceptsBody(PROFILE_BODY)
  @ApiOkResponse({ type: ProfileDto })
  update(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: ProfileUpdateDto): Promise<ProfileDto> {
    return this.therapists.update(user.id, body, actor);
  }

  @Put('profile/bookings-pause')
  @ApiOkResponse({ type: ProfileDto })
  pauseBookings(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: BookingsPauseDto): Promise<ProfileDto> {
    return this.therapists.pauseBookings(user.id, body, actor);
  }

  /** Whether the public link could be had; nothing is reserved by asking. */
  @Get('slug-check')
  @ApiOkResponse({ type: SlugCheckDto })
  checkSlug(@CurrentUser() user: CurrentUserData, @Query() { slug }: SlugQueryDto): Promise<SlugCheckDto> {
    return this.slugs.check(user.id, slug);
  }

  @Post('upload-profile-image')
  @AcceptsBody({ bytes: MAX_BYTES + FORM_BYTES, tooLarge: messages.imageTooLarge })
  @HttpCode(200)
  @UseInterceptors(ImageUploadInterceptor)
  @ApiConsumes('multipart/form-data')
  @ApiBody(ONE_FILE)
  @ApiOkResponse({ type: UploadedImageDto })
  async upload(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @UploadedFile() file: Express.Multer.File,
  ): Promise<UploadedImageDto> {
    return { image_data: await this.therapists.uploadImage(user.id, file.buffer, actor) };
  }
}
