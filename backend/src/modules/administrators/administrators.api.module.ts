import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { AdministratorAccessController } from './administrator-access.controller';
import { AdministratorAccess } from './administrator-access.service';
import { AdministratorCredentials } from './administrator-credentials.service';
import { AdministratorPassword } from './administrator-password.service';
import { AdministratorSecondFactorController } from './administrator-second-factor.controller';
import { AdministratorSession } from './administrator-session.service';
import { AdministratorSessionsController } from './administrator-sessions.controller';
import { AdministratorSignIn } from './administrator-sign-in.service';
import { AdministratorsModule } from './administrators.module';
import { FirstAdministrator } from './first-administrator.service';
import { LoginHint } from './login-hint.service';

@Module({
  imports: [AuthModule, AdministratorsModule],
  controllers: [AdministratorAccessController, AdministratorSessionsController, AdministratorSecondFactorController],
  providers: [AdministratorCredentials, AdministratorSignIn, AdministratorAccess, AdministratorSession, AdministratorPassword, LoginHint, FirstAdministrator],
})
export class AdministratorsApiModule {}
