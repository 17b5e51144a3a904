import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../common/crypto/sealed';
import type { Role } from '../../common/access/actor';
import { OfNoPractice, OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';

/** Which of the two session cookies carries it: a therapist's or client's, or an administrator's. They live side by side. */
export type SessionKind = 'user' | 'admin';

@OfPractice({ by: 'id', without: {
    picture_hash: 'Google’s picture; the next sign-in names it again.',
    is_active: 'Whether the account is open here.',
    last_login_at: 'Sign-ins to this installation.',
    has_second_factor: 'The second factor is set up anew.',
    second_factor_changed_at: 'The second factor is set up anew.',
    imported_at: 'Written where it is imported.',
    mark: 'Made anew where it is imported.',
  } })
@Entity('users')
export class User {
  @PrimaryColumn('uuid') id: string;
  @Column('text') user_type: 'therapist' | 'client';
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) google_sub: string | null;
  @Column('text', { nullable: true }) picture_hash: string | null;
  @Column('boolean', { default: true }) is_active: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) last_login_at: Date | null;
  @Column('boolean', { default: false }) has_second_factor: boolean;
  /** When a therapist's second factor was last turned on or off, to be held against the log. */
  @Column('timestamptz', { nullable: true }) second_factor_changed_at: Date | null;
  /** Of a practice that whoever runs the installation took in: when, the last time. */
  @Column('timestamptz', { nullable: true }) imported_at: Date | null;
  /** Of a therapist: whose Google account it is, and whether a second factor is set up. */
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

/** Whose an address is by the product's own word; the application adds rows and changes none. */
@OfPractice({ by: 'person_id', notExported: 'By which this installation knows whose the address is.' })
@Entity('person_addresses')
export class PersonAddress {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) seq: string;
  @Column('uuid') person_id: string;
  @Column('bytea') email_hash: Buffer;
  @Column('timestamptz') at: Date;
  @Column('bytea') mark: Buffer;
  /** Of a therapist: the address itself. */
  @Column('text', { nullable: true }) address: string | null;
}

@OfPractice({ by: 'user_id', notExported: 'Sign-ins to this installation.' })
@KeptFor({ kind: 'sign-ins', term: 'until they end', why: 'They open nothing any more.', over: 'idle_expires_at < $1::timestamptz or absolute_expires_at < $1::timestamptz', sweep: 'sessions' })
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid') id: string;
  @Column('bytea') token_hash: Buffer;
  @Column('text') kind: SessionKind;
  @Column('uuid') user_id: string;
  @Column('text') user_type: Role;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') last_seen_at: Date;
  @Column('timestamptz') idle_expires_at: Date;
  /** Over that time: a stolen session that nobody used does not live on. */
  @Column('bytea') idle_mark: Buffer;
  @Column('timestamptz') absolute_expires_at: Date;
  @Column('bytea', { nullable: true }) address_hash: Buffer | null;
  @Column('boolean', { default: true }) verified: boolean;
  @Column('timestamptz', { nullable: true }) proved_at: Date | null;
  @Column('boolean', { default: false }) pending_second_factor: boolean;
  /** Of one that waits: there was none to ask for when it began, so it may set one up. */
  @Column('boolean', { default: false }) sets_up_second_factor: boolean;
  @Column('text', { default: '' }) browser: string;
  @Column('bytea') mark: Buffer;
  /** The trust by which a client's browser began it without a code: it ends with that. */
  @Column('uuid', { nullable: true }) trust_id: string | null;
}

/** Written and read by the database alone: a session that ended is not put back. */
@OfNoPractice('Ids of sessions, for a day.')
@Entity('ended_sessions')
export class EndedSession {
  @PrimaryColumn('uuid') id: string;
  @Column('timestamptz') until: Date;
}

@OfPractice({ by: 'user_id', notExported: 'Sign-ins to this installation.' })
@KeptFor({ kind: 'sign-ins on their way', term: 'minutes', why: 'They lead nowhere any more.', over: 'expires_at < $1::timestamptz', sweep: 'sessions' })
@Entity('sign_in_flows')
export class SignInFlow {
  @PrimaryColumn('uuid') id: string;
  @Column('bytea') browser_hash: Buffer;
  @Column('bytea') state_hash: Buffer;
  @Column('text') code_verifier: string;
  @Column('text') redirect: string;
  @Column('bytea', { nullable: true }) code_hash: Buffer | null;
  @Column('uuid', { nullable: true }) user_id: string | null;
  @Column('timestamptz', { nullable: true }) exchanged_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('bytea') mark: Buffer;
}

/** A picture at Google that is still to be fetched. */
@OfPractice({ by: 'user_id', notExported: 'A picture that is still to be fetched.' })
@KeptFor({ kind: 'pictures at Google that are still to be fetched', term: 'an hour', why: 'The next sign-in names it again.', over: `told_at < $1::timestamptz - interval '1 hour'`, sweep: 'google pictures' })
@Entity('google_pictures')
export class GooglePicture {
  @PrimaryColumn('uuid') user_id: string;
  @Sealed() @Column('bytea') url: Buffer;
  @Column('timestamptz') told_at: Date;
}

@OfPractice({ by: 'account_id', notExported: 'Sign-ins to this installation.' })
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('text') account_kind: SessionKind;
  @PrimaryColumn('uuid') account_id: string;
  @Sealed({ row: 'account_id' }) @Column('bytea') secret: Buffer;
  @Column('timestamptz', { nullable: true }) confirmed_at: Date | null;
  @Column('bigint', { nullable: true }) last_step: string | null;
  @Column('timestamptz') created_at: Date;
  /** When recovery codes were last made or used, to be held against the log. */
  @Column('timestamptz', { nullable: true }) codes_changed_at: Date | null;
  /** Of a confirmed one, with the recovery codes that are left. */
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

@OfPractice({ by: 'account_id', notExported: 'Sign-ins to this installation.' })
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid') id: string;
  @Column('text') account_kind: SessionKind;
  @Column('uuid') account_id: string;
  @Column('bytea') code_hash: Buffer;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
}

@OfNoPractice('Of the installation.')
@Entity('administrators')
export class Administrator {
  @PrimaryColumn('uuid') id: string;
  @Column('text') username: string;
  @Column('text') password_hash: string;
  @Column('text', { default: 'administrator' }) role: 'administrator';
  @Column('boolean', { default: true }) is_active: boolean;
  /** The one that development machines begin with, as long as its password was never changed. */
  @Column('boolean', { default: false }) is_development: boolean;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) last_login_at: Date | null;
  @Column('boolean', { default: false }) has_second_factor: boolean;
  /** By the product; the log has an entry of each change from then. */
  @Column('timestamptz', { nullable: true }) changed_at: Date | null;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}
