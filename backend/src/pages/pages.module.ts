import { Module } from '@nestjs/common';
import { BookingsModule } from '../modules/bookings/bookings.module';
import { OfferingsModule } from '../modules/offerings/offerings.module';
import { TherapistsModule } from '../modules/therapists/therapists.module';
import { PublicReadsModule } from '../public-reads/public-reads.module';
import { LiveFrontEnd } from './live-front-end';
import { PageServer } from './page-server';
import { PublicPageReader } from './public-page-data';
import { RemoteRegistry } from './remote-registry';
import { ServerRender } from './server-render';
import { SiteMap } from './site-map';

@Module({
  imports: [BookingsModule, OfferingsModule, PublicReadsModule, TherapistsModule],
  providers: [LiveFrontEnd, PageServer, PublicPageReader, RemoteRegistry, ServerRender, SiteMap],
  exports: [PageServer],
})
export class PagesModule {}
