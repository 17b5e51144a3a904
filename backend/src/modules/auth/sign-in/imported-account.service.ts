import { Injectable } from '@nestjs/common';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import { FinishesPractice, MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';
import { PersonAddresses } from '../addresses/person-addresses.service';
import { SecondFactorService } from '../second-factor/second-factor.service';
import { UserRepository } from './user.repository';

/** The account of a practice that comes in: its therapist signs in here with the same Google account. */
@Injectable()
export class ImportedAccount {
  constructor(
    private readonly users: UserRepository,
    private readonly addresses: PersonAddresses,
    private readonly factors: SecondFactorService,
  ) {}

  @MakesRowsOfPractice('users')
  makeAccount(row: PracticeRow, _coming: ComingPractice, work: Work): PracticeRow {
    const google_sub = row['google_sub'] === null ? null : String(row['google_sub']);
    return { ...row, is_active: true, has_second_factor: false, imported_at: work.now().toISOString(), mark: this.users.markOfImported({ id: String(row['id']), google_sub }) };
  }

  /** Mails go to the address by which the therapist was known; an account that was closed here before is open again, and the second factor that it had here went with its rows. */
  @FinishesPractice(1)
  async finishAccount({ therapistId }: ComingPractice, work: Work): Promise<void> {
    const account = await this.users.findUser(therapistId, work.tx);
    if (!account) return;
    await this.addresses.noteTherapist(account, work.now(), work.tx, true);
    if (!(await this.users.isOpen(account, work.tx))) await work.record({ action: 'activate_therapist', subjectType: 'therapist', subjectId: therapistId });
    await this.factors.drop(work, { kind: 'user', id: therapistId });
  }
}
