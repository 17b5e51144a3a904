import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImagesModule } from '../../integrations/images/images.module';
import { StorageModule } from '../../integrations/storage/storage.module';
import { ImportedProfile } from './profile/imported-profile.service';
import { PracticePictures } from './profile/practice-pictures.service';
import { ProfileImageRepository } from './profile/profile-image.repository';
import { ProfileController } from './profile/profile.controller';
import { ProfileRepository } from './profile/profile.repository';
import { TherapistsService } from './profile/profile.service';
import { PublicTherapistsController } from './public/public-therapists.controller';
import { PracticeVersionsService } from './public/practice-versions.service';
import { PublicTherapistsService } from './public/public-therapists.service';
import { SlugRepository, SlugsService } from './slugs/slugs.service';
import { TherapistProfile, ImageUpload, PublicChange, SlugHold } from './therapist.entity';

/** Therapists' profiles, their images and links. */
@Module({
  imports: [TypeOrmModule.forFeature([TherapistProfile, ImageUpload, PublicChange, SlugHold]), ImagesModule, StorageModule],
  controllers: [ProfileController, PublicTherapistsController],
  providers: [ImportedProfile, ProfileRepository, ProfileImageRepository, SlugRepository, SlugsService, TherapistsService, PublicTherapistsService, PracticePictures, PracticeVersionsService],
  exports: [PublicTherapistsService, PracticeVersionsService],
})
export class TherapistsModule {}
