import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { ClientRecord } from './client-record.entity';
import { ClientRecordRepository } from './client-record.repository';
import { ClientRecordsController } from './client-records.controller';
import { ClientRecordsService } from './client-records.service';

/** What therapists keep about their clients: contact, a remark, and when they were discharged. */
@Module({
  imports: [TypeOrmModule.forFeature([ClientRecord]), AuthModule, ClientsModule],
  controllers: [ClientRecordsController],
  providers: [ClientRecordRepository, ClientRecordsService],
})
export class ClientRecordsModule {}
