import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { newId } from '../../common/database/database';
import { Handles, job, PermanentFailure } from '../../common/jobs/job';
import { OnEvent, Work } from '../../common/work/work';
import { AppConfig } from '../../config/app-config';
import { Mailer } from '../../integrations/mail/mailer';
import { TherapistClosed } from '../auth/sign-in/account.events';
import { PersonAddresses } from '../auth/addresses/person-addresses.service';
import { ClientsService } from '../clients/persons/persons.service';
import { IntroductionsService } from '../clients/strangers/introductions.service';
import { clientClosureMail, therapistClosureMail } from './closure-mail';
import { ClosureRepository } from './closure.repository';
import { FOREIGN_ADDRESS } from './messages';

/** `client_id` is null in the therapist's own. */
const sendClosureMail = job<{ closure_id: string; therapist_id: string; client_id: string | null }>('mail', 'send-closure-mail', { attempts: 18 });

/** Tells a therapist whose account is closed, and the clients who have an appointment to come. */
@Injectable()
export class ClosureNotifier {
  constructor(
    private readonly repository: ClosureRepository,
    private readonly clients: ClientsService,
    private readonly introductions: IntroductionsService,
    private readonly addresses: PersonAddresses,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** A mail for each, in the unit of work of the closure itself. */
  @OnEvent(TherapistClosed)
  async tell({ therapistId: therapist_id }: TherapistClosed, work: Work): Promise<void> {
    const closure_id = newId();
    const clients = await this.repository.listClients(therapist_id, work.now(), work.tx);
    await work.enqueue(sendClosureMail, ...[null, ...clients].map((client_id) => ({ closure_id, therapist_id, client_id })));
  }

  /** Nobody is told of what was taken back meanwhile. @throws PermanentFailure when no further try can deliver it */
  @Handles(sendClosureMail)
  async send({ closure_id, therapist_id, client_id }: { closure_id: string; therapist_id: string; client_id: string | null }): Promise<void> {
    const now = this.clock.now();
    const closed = await this.repository.findClosed(therapist_id, now);
    if (!closed) return;
    const notice = { id: closure_id, recipientId: client_id ?? therapist_id, writtenAt: now };
    if (client_id === null) return this.mailer.deliver(therapistClosureMail(notice, closed, await this.addresses.ofTherapist(therapist_id), this.config.publicUrl));
    const standing = await this.repository.listStanding(therapist_id, client_id, now);
    const [first] = standing;
    if (!first) return;
    if (!(await this.clients.hasAddress(client_id, first.client_email))) throw new PermanentFailure(FOREIGN_ADDRESS);
    await this.mailer.deliver(clientClosureMail(notice, closed, standing, this.config.publicUrl, await this.introductions.mailBlocks(therapist_id, client_id)), { practice: therapist_id });
  }
}
