import { Module } from '@nestjs/common';
import { CookieNames } from '../../common/http/cookies';
import { ImagesModule } from '../../integrations/images/images.module';
import { AccountAccessService } from './account-access.service';
import { AuthController } from './auth.controller';
import { AuthModule } from './auth.module';
import { GoogleFlowStore } from './google-flow-store';
import { GoogleSignInService } from './google-sign-in.service';
import { GoogleController } from './google.controller';
import { GoogleStrategy } from './google.strategy';
import { PictureService } from './picture.service';
import { SignInFlowRepository } from './sign-in-flow.repository';

@Module({
  imports: [AuthModule, ImagesModule],
  controllers: [AuthController, GoogleController],
  providers: [CookieNames, SignInFlowRepository, GoogleFlowStore, GoogleStrategy, GoogleSignInService, AccountAccessService, PictureService],
})
export class AuthApiModule {}
