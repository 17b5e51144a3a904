import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { AccountRemoval } from './account-removal.service';
import { ClientAccountRepository } from './client-account.repository';
import { ClientAccountService } from './client-account.service';
import { ClientRepository } from './client.repository';
import { ClientsService } from './clients.service';
import { PersonRepository } from './person.repository';

/** People who book, and their accounts. Domains after this one use the two services; the rest is for the modules beside this one. */
@Module({
  imports: [AuthModule],
  providers: [AccountRemoval, ClientAccountRepository, ClientAccountService, ClientRepository, ClientsService, PersonRepository],
  exports: [ClientsService, ClientAccountService, AccountRemoval, ClientAccountRepository, PersonRepository],
})
export class ClientsModule {}
