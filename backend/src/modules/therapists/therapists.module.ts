import { Module } from '@nestjs/common';
import { ImagesModule } from '../../integrations/images/images.module';
import { ProfileImageRepository } from './profile-image.repository';
import { ProfileImagesService } from './profile-images.service';
import { ProfileRepository } from './profile.repository';
import { PublicTherapistsService } from './public-therapists.service';
import { SlugRepository } from './slug.repository';
import { SlugsService } from './slugs.service';
import { TherapistsService } from './therapists.service';

/** Therapists' profiles, their images and links. */
@Module({
  imports: [ImagesModule],
  providers: [
    ProfileRepository,
    ProfileImageRepository,
    SlugRepository,
    SlugsService,
    ProfileImagesService,
    TherapistsService,
    PublicTherapistsService,
  ],
  exports: [TherapistsService, PublicTherapistsService, ProfileImagesService],
})
export class TherapistsModule {}
