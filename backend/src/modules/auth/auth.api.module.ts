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
import { OwnSessionsController } from './own-sessions.controller';
import { PictureService } from './picture.service';
import { SecondFactorController } from './second-factor.controller';
import { UserSecondFactor } from './user-second-factor.service';
import { UserSignIn } from './user-sign-in.service';

@Module({
  imports: [AuthModule, ImagesModule],
  controllers: [AuthController, GoogleController, OwnSessionsController, SecondFactorController],
  providers: [CookieNames, GoogleFlowStore, GoogleStrategy, GoogleSignInService, UserSignIn, AccountAccessService, UserSecondFactor, PictureService],
})
export class AuthApiModule {}
