import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { KeyRing } from '../common/crypto/key-ring';
import { newToken } from '../common/crypto/tokens';
import { newId } from '../common/database/database';
import { Work } from '../common/work/work';
import type { Booking } from '../modules/bookings/booking.entity';
import { ANSWER_OWNER, IntakeAnswer, IntakeForm, IntakeFormVersion, IntakeRequest, REQUEST_OWNER, RequestOwner } from '../modules/intake-forms/intake-form.entity';
import { IntakeResultsService } from '../modules/intake-forms/results/results.service';
import { DAY_MS } from '../modules/scheduling/rules/calendar';
import { DEMO_PEOPLE } from './demo-people';

type DemoBooking = Pick<Booking, 'id' | 'client_id' | 'starts_at' | 'ends_at' | 'status'>;

/** How one person answered the items of the PHQ-9, the earlier time first; only then the last item was above 'Not at all'. */
const PHQ_9 = [
  [2, 2, 3, 2, 1, 2, 1, 0, 1],
  [1, 1, 2, 1, 0, 1, 1, 0, 0],
] as const;
/** The items of the GAD-7 that are answered so far. */
const GAD_7_BEGUN = [2, 1, 2] as const;

interface DemoRequest {
  instrument: IntakeFormVersion['instrument'];
  booking: DemoBooking;
  /** Of the form's first questions, the numbers of their options. */
  points: readonly number[];
  completed: boolean;
}

/** What became of the scored forms that the demo practice sent to its first client: two completed, one begun. */
@Injectable()
export class DemoAnswers {
  constructor(
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
    private readonly results: IntakeResultsService,
  ) {}

  /** @param people ids in the order of DEMO_PEOPLE. @param bookings in any order */
  async add(work: Work, therapistId: string, people: readonly string[], bookings: readonly DemoBooking[]): Promise<void> {
    const own = bookings.filter(({ client_id }) => client_id === people[0]).sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
    const past = own.filter(({ status }) => status === 'completed').slice(-PHQ_9.length);
    const next = own.find(({ status, starts_at }) => status === 'confirmed' && starts_at > work.now());
    const sent: DemoRequest[] = past.map((booking, nth) => ({ instrument: 'phq-9', booking, points: PHQ_9[nth] ?? [], completed: true }));
    if (next) sent.push({ instrument: 'gad-7', booking: next, points: GAD_7_BEGUN, completed: false });
    const forms = await work.tx.manager.findBy(IntakeForm, { therapist_id: therapistId });
    for (const request of sent) await this.addRequest(work, forms, request);
  }

  private async addRequest(work: Work, forms: readonly IntakeForm[], request: DemoRequest): Promise<void> {
    const { tx, now } = work;
    const versions = await tx.manager.findBy(IntakeFormVersion, { form_id: In(forms.map(({ id }) => id)) });
    const version = versions.find(({ instrument }) => instrument === request.instrument);
    const form = forms.find(({ id }) => id === version?.form_id);
    if (!version || !form) return;
    const token = newToken();
    const { client_id } = request.booking;
    const owned = { id: newId(), therapist_id: form.therapist_id, client_id, form_id: form.id, version_id: version.id, token_hash: this.keys.digest('intake-token', token) };
    await tx.manager.insert(IntakeRequest, this.requestOf(owned, token, request, now()));
    await tx.manager.insert(IntakeAnswer, this.answersOf(owned, request, { questions: version.questions, at: now() }));
    if (request.completed) await this.results.signAnswers(work, owned.id);
  }

  private requestOf(owned: RequestOwner, token: string, { booking, completed }: DemoRequest, now: Date) {
    const before = (days: number): Date => new Date(Math.min(booking.starts_at.getTime(), now.getTime()) - days * DAY_MS);
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, REQUEST_OWNER.place(column, owned));
    return {
      ...owned,
      booking_id: booking.id,
      token: seal('token', token),
      created_at: before(4),
      opened_at: before(3),
      started_at: before(3),
      completed_at: completed ? before(2) : null,
      signed_name: completed ? seal('signed_name', DEMO_PEOPLE[0]?.name ?? '') : null,
      expires_at: new Date(booking.ends_at.getTime() + 14 * DAY_MS),
    };
  }

  private answersOf(owned: RequestOwner, { points }: DemoRequest, { questions, at }: { questions: IntakeFormVersion['questions']; at: Date }) {
    return points.flatMap((point, index) => {
      const question = questions[index];
      const answer = question?.options[point];
      if (!question || answer === undefined) return [];
      const given = { id: newId(), request_id: owned.id, question_id: question.id };
      const value = this.cipher.encrypt(JSON.stringify(answer), ANSWER_OWNER.place('value', { ...owned, ...given }));
      return { ...given, value, answered_at: at };
    });
  }
}
