import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { ActivityLog } from '../activity-log/activity-log.service';
import { ClientBookingLists } from '../bookings/client-booking-reader.service';
import { ClientBookingsService } from '../bookings/client-bookings.service';
import { CarePlansService } from '../care-plans/care-plans.service';
import { AftercareRecommendationDto } from '../care-plans/dto/aftercare-recommendation.dto';
import { ClientSessionNoteDto } from '../session-notes/dto/client-session-note.dto';
import { SessionNotesService } from '../session-notes/session-notes.service';

/** A client's record out of the domains that keep it: appointments, and the notes and plans that need a fresh proof. */
@Injectable()
export class ClientRecordReader {
  constructor(
    private readonly bookings: ClientBookingsService,
    private readonly sessionNotes: SessionNotesService,
    private readonly carePlans: CarePlansService,
    private readonly activity: ActivityLog,
    private readonly database: Database,
  ) {}

  /** @param atMost of each list; left out, what a screen shows */
  appointments(clientId: string, atMost?: number): Promise<ClientBookingLists> {
    return this.bookings.list(clientId, atMost);
  }

  notes(clientId: string, atMost?: number): Promise<ClientSessionNoteDto[]> {
    return this.sessionNotes.visibleTo(clientId, atMost);
  }

  plans(clientId: string, atMost?: number): Promise<AftercareRecommendationDto[]> {
    return this.carePlans.publishedFor(clientId, atMost);
  }

  countPlans(clientId: string): Promise<number> {
    return this.carePlans.countPublished(clientId);
  }

  /** Every read of a record is logged, the client's own as well. */
  async logRead(actor: Actor, clientId: string, action: string): Promise<void> {
    await this.activity.record(this.database, actor, { action, subjectType: 'client', subjectId: clientId, clientIds: [clientId] });
  }
}
