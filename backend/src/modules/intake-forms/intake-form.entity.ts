import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';
import { OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';
import type { Instrument, Question } from './builder/question';

/** A therapist's form. What it asks lies in its versions; `version` is the newest. */
@OfPractice({ by: 'therapist_id' })
@Entity('intake_forms')
export class IntakeForm {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('int') version: number;
  @Column('timestamptz', { nullable: true }) archived_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

/** What a form asks, as it was saved once. A version is never changed, for answers belong to it. */
@OfPractice({ by: 'form_id', in: 'intake_forms', without: { mark: 'Made anew where it is imported.' } })
@Entity('intake_form_versions')
export class IntakeFormVersion {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') form_id: string;
  @Column('int') version: number;
  @Column('text') title: string;
  @Column('text', { default: '' }) description: string;
  @Column('jsonb') questions: Question[];
  /** A published questionnaire whose items are among the questions, and are scored. */
  @Column('text', { nullable: true }) instrument: Instrument | null;
  @Column('timestamptz') created_at: Date;
  /** Over what it asks; null in those of before there were marks, until they are adopted. */
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

/** A form that goes out with bookings of a service. */
@OfPractice({ by: 'therapist_id' })
@Entity('service_intake_forms')
export class ServiceIntakeForm {
  @PrimaryColumn('uuid') service_id: string;
  @PrimaryColumn('uuid') form_id: string;
  @Column('uuid') therapist_id: string;
  /** With every booking; otherwise until the person has completed it once. */
  @Column('boolean', { default: false }) every_booking: boolean;
}

/** What a form that was sent belongs to: whose it is, what it asks, and which link leads to it. */
const REQUEST_COLUMNS = ['therapist_id', 'client_id', 'form_id', 'version_id', 'token_hash'] as const;
const ofRequest = REQUEST_COLUMNS.map((column) => ({ column, table: 'intake_requests', by: 'request_id' }));
export type RequestOwner = Pick<IntakeRequest, 'id' | (typeof REQUEST_COLUMNS)[number]>;
export const REQUEST_OWNER = new Ownership('intake_requests', REQUEST_COLUMNS);
export const ANSWER_OWNER = new Ownership('intake_answers', ['request_id', 'question_id', ...ofRequest]);
export const CODE_OWNER = new Ownership('intake_codes', ['request_id', 'browser_hash', ...ofRequest]);

/** A form that one person is asked to fill in, and how far that is. */
@OfPractice({ by: 'therapist_id', without: { token_hash: 'Links are made anew where it is imported.', token: 'Links are made anew where it is imported.', answers_mark: 'Made anew where it is imported.' } })
@Entity('intake_requests')
export class IntakeRequest {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') client_id: string;
  @Column('uuid', { nullable: true }) booking_id: string | null;
  @Column('uuid') form_id: string;
  /** Until it is completed, the one that was shown last. */
  @Column('uuid') version_id: string;
  @Column('bytea') token_hash: Buffer;
  @Sealed({ owner: REQUEST_OWNER }) @Column('bytea') token: Buffer;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) opened_at: Date | null;
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  @Column('timestamptz', { nullable: true }) completed_at: Date | null;
  @Column('timestamptz', { nullable: true }) withdrawn_at: Date | null;
  @Column('timestamptz', { nullable: true }) reminded_at: Date | null;
  /** Whoever began it has left the address that the link was sent to, and their account goes on elsewhere; null once they took it along. */
  @Column('timestamptz', { nullable: true }) left_at: Date | null;
  /** That it is completed says that the practice is the person's own; where they go to another one, they have to say so. */
  @Sealed({ owner: REQUEST_OWNER }) @Column('bytea', { nullable: true }) signed_name: Buffer | null;
  /** Over what was signed; null until then, and in those of before there were marks until they are adopted. */
  @Column('bytea', { nullable: true }) answers_mark: Buffer | null;
}

/** What somebody has not sent is theirs alone, also where it was saved. */
@OfPractice({ by: 'request_id', in: 'intake_requests', exported: 'request_id in (select r.id from intake_requests r where r.completed_at is not null)' })
@KeptFor({ kind: 'answers that were not sent', term: '30 days after the form was withdrawn or its link ended', why: 'The practice may renew the link; nobody else reads them.', over: `exists (select from intake_requests r left join bookings b on b.id = r.booking_id where r.id = intake_answers.request_id and r.completed_at is null and r.started_at is not null
  and coalesce(r.withdrawn_at, greatest(r.expires_at, b.ends_at + interval '14 days')) < $1::timestamptz - interval '30 days')`, sweep: 'answers that were not sent' })
@Entity('intake_answers')
export class IntakeAnswer {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') request_id: string;
  @Column('text') question_id: string;
  @Sealed({ owner: ANSWER_OWNER }) @Column('bytea') value: Buffer;
  @Column('timestamptz') answered_at: Date;
}

/**
 * A browser that may read the answers that were given so far: the first one, until the person proved themselves elsewhere; then that one.
 * Digests are keyed, over request and browser.
 */
@OfPractice({ by: 'request_id', in: 'intake_requests', notExported: 'Browsers that may go on with a form, here.' })
@Entity('intake_browsers')
export class IntakeBrowser {
  @PrimaryColumn('uuid') request_id: string;
  @PrimaryColumn('bytea') browser_hash: Buffer;
  @Column('timestamptz') proved_at: Date;
  /** Over the others: a row of before a proof that ended it admits nobody. */
  @Column('bytea') mark: Buffer;
}

/** A code that lets one more browser go on with a form. */
@OfPractice({ by: 'request_id', in: 'intake_requests', notExported: 'Codes of minutes.' })
@KeptFor({ kind: 'codes to go on with a form', term: 'a day after they end', why: 'For the wait between two.', over: `expires_at < $1::timestamptz - interval '24 hours'`, sweep: 'form codes' })
@Entity('intake_codes')
export class IntakeCode {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') request_id: string;
  @Column('bytea') browser_hash: Buffer;
  @Column('bytea') code_hash: Buffer;
  @Sealed({ owner: CODE_OWNER }) @Column('bytea', { nullable: true }) mail_secret: Buffer | null;
  @Column('int') tries_left: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
}
