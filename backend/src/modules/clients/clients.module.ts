import { Module } from '@nestjs/common';
import { ClientRepository } from './client.repository';
import { ClientsService } from './clients.service';

@Module({ providers: [ClientRepository, ClientsService], exports: [ClientsService] })
export class ClientsModule {}
