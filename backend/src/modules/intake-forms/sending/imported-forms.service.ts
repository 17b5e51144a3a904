import { Injectable } from '@nestjs/common';
import { statement } from '../../../common/database/database';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import { FinishesPractice, MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';
import { SignedAnswersRepository } from '../answers/signed-answers.repository';
import { FormVersionRepository } from '../builder/form-version.repository';
import type { IntakeFormVersion, IntakeRequest } from '../intake-form.entity';
import * as messages from './messages';
import { IntakeRequestRepository } from './request.repository';

const COMPLETED = statement<Pick<IntakeRequest, 'id'>>('imported-forms-completed', 'select id from intake_requests where therapist_id = $1 and completed_at is not null order by id');

/** Forms of a practice that comes in, and what people answered. */
@Injectable()
export class ImportedForms {
  constructor(
    private readonly requests: IntakeRequestRepository,
    private readonly versions: FormVersionRepository,
    private readonly signed: SignedAnswersRepository,
  ) {}

  @MakesRowsOfPractice('intake_form_versions')
  makeVersion(row: PracticeRow): PracticeRow {
    return { ...row, mark: this.versions.mark(row as unknown as IntakeFormVersion) };
  }

  /** A name that did not open is empty: that it was signed stays. */
  @MakesRowsOfPractice('intake_requests')
  makeRequest(row: PracticeRow): PracticeRow {
    return { ...row, ...this.requests.newLink(), signed_name: row['completed_at'] !== null && row['signed_name'] === null ? '' : row['signed_name'] };
  }

  @MakesRowsOfPractice('intake_answers')
  makeAnswer(row: PracticeRow, coming: ComingPractice): PracticeRow | undefined {
    if (row['value'] !== null) return row;
    coming.left.add(messages.answersNotImported);
    return undefined;
  }

  @FinishesPractice(3)
  async finishForms({ therapistId }: ComingPractice, { tx }: Work): Promise<void> {
    for (const { id } of await tx.query(COMPLETED, [therapistId])) await this.signed.sign(id, tx);
  }
}
