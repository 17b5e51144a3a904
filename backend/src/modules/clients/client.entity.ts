import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../common/crypto/sealed';
import { OfNoPractice, OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';

export type CodePurpose = 'sign_in' | 'proof' | 'address_change';

/**
 * What comes of an objection to a change of address. `restored`: the account has its old address again. `registered_since`: another account was registered there, and becomes
 * one with it when the link is opened where that one has just proved the address. `withdrawn`: the old address is another account's, and stays so.
 */
export const OBJECTION_OUTCOMES = ['restored', 'registered_since', 'withdrawn'] as const;
export type ObjectionOutcome = (typeof OBJECTION_OUTCOMES)[number];

/**
 * A person who proved the address, by one's own account; or what others say of an address: what a practice was told by somebody who proved nothing, or what
 * stayed of an account that was closed.
 */
@OfPractice({ where: '"clients".id in (select t.client_id from therapist_clients t where t.therapist_id = $1::uuid) or "clients".practice_id = $1::uuid', without: {
    name: 'What a person alone says of themselves.',
    phone: 'What a person alone says of themselves.',
    left_by: 'Who a person is elsewhere.',
    others_since: 'Of accounts here.',
    wanted_at: 'Of accounts here.',
    claimed_by: 'Of accounts here.',
  },
  goesWith: 'therapist_clients',
})
@Entity('clients')
export class Client {
  @PrimaryColumn('uuid') id: string;
  /** A record of the address, and nobody's account. It is shown to whoever has the address first, and never follows them elsewhere. */
  @Column('boolean', { default: false }) by_address: boolean;
  /** Whose record it is; null for a closed account's, which every practice has that the person went to. */
  @Column('uuid', { nullable: true }) practice_id: string | null;
  /** The person who had the address, and left it or closed their account: whoever has it later is not shown this. Null for what is shown to whoever has it. */
  @Column('uuid', { nullable: true }) left_by: string | null;
  @Column('timestamptz', { nullable: true }) left_at: Date | null;
  /** When somebody else had the address after whoever left it, for the first time. */
  @Column('timestamptz', { nullable: true }) others_since: Date | null;
  /** When whoever left it said that they go to the practice, while it is too long to be moved at once. */
  @Column('timestamptz', { nullable: true }) wanted_at: Date | null;
  /** The account that did something here, signed in, while an earlier address of its own could object: theirs to leave, and not to take elsewhere. */
  @Column('uuid', { nullable: true }) claimed_by: string | null;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}

@OfPractice({ by: 'therapist_id' })
@Entity('therapist_clients')
export class TherapistClient {
  @PrimaryColumn('uuid') therapist_id: string;
  @PrimaryColumn('uuid') client_id: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}

/**
 * A practice and a client whom it had, without a deed of the client's own, before there were records of addresses. Each goes from here, with the tie
 * that it names, once the practice has a record of its own.
 */
@OfPractice({ by: 'therapist_id' })
@Entity('earlier_ties')
export class EarlierTie {
  @PrimaryColumn('uuid') client_id: string;
  @PrimaryColumn('uuid') therapist_id: string;
}

/** Two records of one person, as their therapist sees it. */
@OfPractice({ by: 'therapist_id' })
@Entity('client_links')
export class ClientLink {
  @PrimaryColumn('uuid') therapist_id: string;
  /** The record that is shown with the other one. */
  @PrimaryColumn('uuid') client_id: string;
  @Column('uuid') into_client_id: string;
  @Column('timestamptz') linked_at: Date;
}

@OfNoPractice('Of people: it goes with their row.')
@Entity('former_persons')
export class FormerPerson {
  @PrimaryColumn('uuid') former_id: string;
  @Column('uuid') person_id: string;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

@OfNoPractice('A client’s own.')
@Entity('client_accounts')
export class ClientAccount {
  @PrimaryColumn('uuid') client_id: string;
  @Column('text', { nullable: true }) phone: string | null;
  @Sealed() @Column('bytea', { nullable: true }) date_of_birth: Buffer | null;
  @Column('bytea', { nullable: true }) typed_by: Buffer | null;
  @Column('timestamptz') registered_at: Date;
  @Column('timestamptz', { nullable: true }) verified_at: Date | null;
  /** Until then the browser that registered it signs in without a code. */
  @Column('timestamptz', { nullable: true }) auto_login_until: Date | null;
  /** Over who registered it and when, until somebody proves the address. */
  @Column('bytea', { nullable: true }) registration_mark: Buffer | null;
}

@OfNoPractice('A client’s own.')
@Entity('address_changes')
export class AddressChange {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') user_id: string;
  @Column('text') old_email: string;
  @Column('text') new_email: string;
  @Column('timestamptz') requested_at: Date;
  @Column('timestamptz', { nullable: true }) confirmed_at: Date | null;
  @Column('bytea', { nullable: true }) object_hash: Buffer | null;
  @Sealed() @Column('bytea', { nullable: true }) object_token: Buffer | null;
  @Column('timestamptz', { nullable: true }) object_until: Date | null;
  @Column('timestamptz', { nullable: true }) objected_at: Date | null;
  /** Since when somebody who had the old address earlier has it again: the link ends access, and gives it back no more. In no mark: whoever writes it gains nothing. */
  @Column('timestamptz', { nullable: true }) barred_at: Date | null;
  @Column('bytea') mark: Buffer;
}

@OfNoPractice('A client’s own.')
@KeptFor({ kind: 'codes of clients', term: 'a day after they end', why: 'For the wait between two.', over: `expires_at < $1::timestamptz - interval '24 hours'`, sweep: 'client sign-in' })
@Entity('sign_in_codes')
export class SignInCode {
  @PrimaryColumn('uuid') id: string;
  @Column('text') purpose: CodePurpose;
  @Column('uuid', { nullable: true }) user_id: string | null;
  @Column('bytea') address_hash: Buffer;
  @Column('bytea') browser_hash: Buffer;
  @Column('bytea') code_hash: Buffer;
  @Column('bytea') link_hash: Buffer;
  @Sealed() @Column('bytea', { nullable: true }) mail_secret: Buffer | null;
  @Column('int') tries_left: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
  @Column('bytea') mark: Buffer;
}

export type AccountNoticeKind = 'browser_trusted' | 'account_closed';

/** A mail about an account that waits to be sent; it goes with its row. */
@OfNoPractice('Mails about a client’s own account.')
@KeptFor({ kind: 'mails about accounts that could not be sent', term: '7 days', why: 'Later they are no news.', over: `created_at < $1::timestamptz - interval '7 days'`, sweep: 'account notices' })
@Entity('account_notices')
export class AccountNotice {
  @PrimaryColumn('uuid') id: string;
  @Column('text') kind: AccountNoticeKind;
  /** Where it goes, and what it names, as JSON. */
  @Sealed() @Column('bytea') told: Buffer;
  @Column('timestamptz') created_at: Date;
}

/** A browser that proved the account's address. It is not trusted for that; it has codes of its own. */
@OfNoPractice('A client’s own.')
@KeptFor({ kind: 'browsers that proved an address', term: '90 days', why: 'Then they are asked like any other.', over: `proved_at < $1::timestamptz - interval '90 days'`, sweep: 'client sign-in' })
@Entity('known_browsers')
export class KnownBrowser {
  @PrimaryColumn('uuid') user_id: string;
  @PrimaryColumn('bytea') browser_hash: Buffer;
  @Column('timestamptz') proved_at: Date;
}

@OfNoPractice('A client’s own.')
@KeptFor({ kind: 'trusted browsers', term: 'until their trust ends', why: 'They open nothing any more.', over: 'expires_at <= $1::timestamptz', sweep: 'client sign-in' })
@Entity('trusted_browsers')
export class TrustedBrowser {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') user_id: string;
  @Column('bytea') browser_hash: Buffer;
  @Column('text') label: string;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') last_used_at: Date;
  @Column('timestamptz', { nullable: true }) last_proof_at: Date | null;
  @Column('timestamptz') expires_at: Date;
  /** When it began, or outlasted what ended all other trust, to be held against the log. */
  @Column('timestamptz') kept_at: Date;
  @Column('bytea') mark: Buffer;
}

/** An address that wants no mail of a practice, until somebody there says that it is theirs. */
@OfPractice({ by: 'therapist_id', notExported: 'Keyed digests of addresses.' })
@Entity('mail_ends')
export class MailEnd {
  @PrimaryColumn('uuid') therapist_id: string;
  @PrimaryColumn('bytea') address_hash: Buffer;
  @Column('timestamptz') ended_at: Date;
}
