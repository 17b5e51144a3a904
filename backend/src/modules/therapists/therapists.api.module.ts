import { Module } from '@nestjs/common';
import { ProfileController } from './profile.controller';
import { PublicTherapistsController } from './public-therapists.controller';
import { TherapistsModule } from './therapists.module';

@Module({ imports: [TherapistsModule], controllers: [ProfileController, PublicTherapistsController] })
export class TherapistsApiModule {}
