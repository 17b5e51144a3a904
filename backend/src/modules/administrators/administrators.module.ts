import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { AdministratorCommands } from './administrator-commands.service';
import { AdministratorRepository } from './administrator.repository';
import { PasswordHasher } from './password-hasher';

/** Who administrates this installation. */
@Module({
  imports: [AuthModule],
  providers: [AdministratorRepository, PasswordHasher, AdministratorCommands],
  exports: [AdministratorRepository, PasswordHasher, AdministratorCommands],
})
export class AdministratorsModule {}
