import { Body, Controller, Get, HttpCode, Post, Put, UploadedFile, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../common/access/actor';
import { ProfileDto, ProfileInputDto, UploadedImageDto } from './dto/profile.dto';
import { ImageUploadInterceptor } from './image-upload.interceptor';
import { ProfileImagesService } from './profile-images.service';
import { TherapistsService } from './therapists.service';

const ONE_FILE = { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } };

@ApiTags('therapist profile')
@Controller('therapist')
@Roles('therapist')
export class ProfileController {
  constructor(
    private readonly therapists: TherapistsService,
    private readonly images: ProfileImagesService,
  ) {}

  @Get('profile')
  @ApiOkResponse({ type: ProfileDto })
  show(@CurrentUser() user: CurrentUserData): Promise<ProfileDto> {
    return this.therapists.show(user.id);
  }

  @Post('profile')
  @ApiCreatedResponse({ type: ProfileDto })
  create(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: ProfileInputDto): Promise<ProfileDto> {
    return this.therapists.create(user.id, body, actor);
  }

  @Put('profile')
  @ApiOkResponse({ type: ProfileDto })
  update(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: ProfileInputDto): Promise<ProfileDto> {
    return this.therapists.update(user.id, body, actor);
  }

  @Post('upload-profile-image')
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
    return { image_data: await this.images.upload(user.id, file.buffer, actor) };
  }
}
