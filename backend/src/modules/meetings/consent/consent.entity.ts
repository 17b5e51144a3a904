import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';
import { KeptFor } from '../../../common/practices/terms';
import type { Party } from './consent-texts';

export const CONSENT_OWNER = new Ownership('meeting_consents', ['therapist_id', 'client_id']);

/** Leave of both people to record one session, and how far it is. */
@OfPractice({ by: 'therapist_id', without: { token_hash: 'Links are made anew where it is imported.', token: 'Links are made anew where it is imported.', mark: 'Made anew where it is imported.' } })
@KeptFor({ kind: 'consents that nobody began a session with', term: '30 days after they end', why: 'They tell nothing that anybody needs.', over: `expires_at < $1::timestamptz - interval '30 days' and not exists (select from meeting_sessions s where s.consent_id = "meeting_consents".id)`, sweep: 'meeting consents that nobody used' })
@Entity('meeting_consents')
export class MeetingConsent {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  /** Null for somebody who is not among the therapist's clients here. */
  @Column('uuid', { nullable: true }) client_id: string | null;
  /** Null where the session is recorded on a device, or is a file. */
  @Sealed({ owner: CONSENT_OWNER }) @Column('bytea', { nullable: true }) meeting_url: Buffer | null;
  @Column('text') text_version: string;
  /** SHA-256 over both texts. */
  @Column('bytea') text_hash: Buffer;
  /** Of the client's own link; null where nobody could be sent one. */
  @Column('bytea', { nullable: true }) token_hash: Buffer | null;
  @Sealed({ owner: CONSENT_OWNER }) @Column('bytea', { nullable: true }) token: Buffer | null;
  /** Without a click of their own the client has not agreed, whatever the therapist recorded for them. */
  @Column('boolean') needs_own_click: boolean;
  /** Null until they answered. */
  @Column('boolean', { nullable: true }) therapist_agreed: boolean | null;
  @Column('boolean', { nullable: true }) client_agreed: boolean | null;
  @Column('text', { nullable: true }) client_answered_by: Party | null;
  @Column('timestamptz', { nullable: true }) withdrawn_at: Date | null;
  @Column('text', { nullable: true }) withdrawn_by: Party | null;
  @Column('timestamptz') created_at: Date;
  /** Until then it can begin a session; once it has, it lasts as long as that. */
  @Column('timestamptz') expires_at: Date;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

export const CONSENT_WAYS = ['screen', 'portal', 'link'] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];
export const CONSENT_ANSWERS = ['agreed', 'declined', 'withdrawn'] as const;
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number];

/** One click, as it was made. */
@OfPractice({ by: 'consent_id', in: 'meeting_consents', without: { network_hash: 'Keyed here.', mark: 'Made anew where it is imported.' } })
@Entity('meeting_consent_answers')
export class MeetingConsentAnswer {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') consent_id: string;
  /** Whose consent it is about. */
  @Column('text') party: Party;
  @Column('text') answer: ConsentAnswer;
  /** Who clicked. */
  @Column('text') recorded_by: Party;
  @Column('text') way: ConsentWay;
  /** A keyed digest of the connection that it came from. */
  @Column('bytea') network_hash: Buffer;
  @Column('text') text_version: string;
  /** SHA-256 over the words beside the button. */
  @Column('bytea') text_hash: Buffer;
  @Column('timestamptz') answered_at: Date;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

@OfPractice({ by: 'therapist_id' })
@Entity('meeting_settings')
export class MeetingSettings {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('boolean') ask_client_own_click: boolean;
  /** How long transcripts are kept. */
  @Column('int', { default: 30 }) transcript_days: number;
}
