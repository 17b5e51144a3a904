import { Injectable } from '@nestjs/common';
import { RowMarks } from '../../../common/crypto/row-marks';
import { OnStart } from '../../../common/process/start-hooks';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { MeetingRooms } from '../../offerings/meeting-rooms.service';
import { ConsentRepository } from './consent.repository';
import { ANSWER_MARKING, CONSENT_MARKING } from './markings';
import * as messages from './messages';

/** Whether it is as the product wrote it who agreed to be recorded. */
@Injectable()
export class ConsentMarks {
  constructor(
    private readonly marks: RowMarks,
    private readonly repository: ConsentRepository,
    private readonly adoptions: Adoptions,
    private readonly rooms: MeetingRooms,
  ) {}

  /** What was answered before there were marks. */
  @OnStart('api')
  async adopt(): Promise<void> {
    await this.adoptions.once('adopt_meeting_consents', async ({ tx }) => (await this.marks.vouch(CONSENT_MARKING, tx)) + (await this.marks.vouch(ANSWER_MARKING, tx)));
  }

  /** In which rooms practices met before it was written down. */
  @OnStart('api')
  async adoptRooms(): Promise<void> {
    await this.adoptions.once('adopt_meeting_rooms', async ({ tx }) => {
      const known = await this.repository.listLinks(null, tx);
      for (const { link, ...whose } of known) await this.rooms.claim(whose, link, tx);
      return known.length;
    });
  }

  @Audits()
  async auditConsents(): Promise<AuditProblem[]> {
    const foreign = await this.marks.listForeign(CONSENT_MARKING);
    const named = (ids: readonly string[], message: (id: string) => string): AuditProblem[] => ids.map((id) => ({ kind: 'foreign_row', id, message: message(id) }));
    // A row that is named already is not named again.
    const others = (ids: readonly string[]) => ids.filter((id) => !foreign.includes(id));
    return [
      ...named(foreign, messages.foreignConsent),
      ...named(others(await this.repository.listWithoutClick()), messages.lostClick),
      ...named(others(await this.repository.listPutBack(null)), messages.earlierConsent),
      ...named(await this.marks.listForeign(ANSWER_MARKING), messages.foreignClick),
      ...named(await this.repository.listGivenAway(), messages.givenAwaySession),
    ];
  }
}
