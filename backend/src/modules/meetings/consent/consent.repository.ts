import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { newToken } from '../../../common/crypto/tokens';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import type { Client } from '../../clients/client.entity';
import { isOfClient } from '../../clients/links/client-links.service';
import { nameOfClient, practicesGoneTo } from '../../clients/persons/persons.service';
import type { ConsentFacts } from './consent-state';
import { CONSENT_OWNER, MeetingConsent, MeetingConsentAnswer, MeetingSettings } from './consent.entity';
import { ConsentTexts, PARTIES, textHash } from './consent-texts';
import { ANSWER_MARKING, CONSENT_MARKING } from './markings';

/** A consent with what its status follows from; its secrets stay sealed. */
export interface ConsentRow extends ConsentFacts, Omit<MeetingConsent, 'text_hash' | 'token_hash' | 'mark'> {
  /** Whether it is as the product wrote it. Of any other one no answer counts but a withdrawal that the product took. */
  is_ours: boolean;
  therapist_name: string;
  practice_since: Date;
  /** As the therapist knows them; null where it is about nobody of theirs. */
  client_name: string | null;
  /** Whether the client goes there by a deed of their own. */
  is_confirmed: boolean;
  /** The newest clicks, the oldest of them first. */
  marks: readonly ConsentMark[];
}

/** A click as people are shown it. */
export type ConsentMark = Pick<MeetingConsentAnswer, 'party' | 'answer' | 'recorded_by' | 'way' | 'text_version'> & { answered_at: string };

type StoredMark = ConsentMark & Pick<MeetingConsentAnswer, 'id'> & Omit<Marked, 'mark'> & { mark: string | null };
/** As SQL gives it back. */
type StoredConsent = Marked & Omit<ConsentRow, 'is_ours' | 'marks'> & { marks: readonly StoredMark[] };

/** What a mail with the client's link needs. */
export interface ConsentMail extends Omit<ConsentRow, 'token'> {
  client_id: string;
  client_email: Client['email'];
  /** Decrypts. */
  token(): string;
}

export interface NewConsent extends Pick<MeetingConsent, 'id' | 'therapist_id' | 'client_id' | 'needs_own_click' | 'created_at' | 'expires_at'> {
  meetingUrl: string | null;
  texts: ConsentTexts;
}

/** Ids of `clients` that are a person's, and of those which stayed with addresses that they had before. */
export interface OwnRecords {
  own: readonly string[];
  left: readonly string[];
}

/** A link by which a practice met somebody, and since when. */
export interface KnownLink {
  therapist_id: string;
  since: Date;
  link: string;
}

/** One click. */
export interface NewAnswer extends Pick<MeetingConsentAnswer, 'party' | 'answer' | 'recorded_by' | 'way' | 'answered_at'> {
  texts: ConsentTexts;
  /** Where it came from. */
  connection: string;
}

const COLUMNS = `c.id, c.therapist_id, c.client_id, c.meeting_url, c.text_version, c.token, c.needs_own_click, c.therapist_agreed, c.client_agreed, c.client_answered_by,
           c.withdrawn_at, c.withdrawn_by, c.created_at, c.expires_at, ${CONSENT_MARKING.select('c')}`;
const SELECT = `select ${COLUMNS}, (select s.id from meeting_sessions s where s.consent_id = c.id and not s.consent_returned) as session_id, coalesce(p.display_name, u.name) as therapist_name, u.created_at as practice_since,
           exists (select from confirmed_clients k where k.therapist_id = c.therapist_id and k.client_id = c.client_id) as is_confirmed,
           nullif(${nameOfClient('c.client_id', 'c.therapist_id')}, '') as client_name,
           (select coalesce(json_agg(m order by m.answered_at, m.id), '[]') from (select a.party, a.answer, a.recorded_by, a.way, a.text_version, a.answered_at, a.id, ${ANSWER_MARKING.select('a')}
             from meeting_consent_answers a where a.consent_id = c.id order by a.answered_at desc, a.id desc limit 20) m) as marks
         from meeting_consents c join users u on u.id = c.therapist_id left join therapist_profiles p on p.therapist_id = c.therapist_id`;
const FIND_OWNED = statement<StoredConsent>('meeting-consent-owned', `${SELECT} where c.id = $1 and c.therapist_id = $2`);
/** SQL: one that a person is asked, or answered themselves before they left the record. */
const isOwn = (consent: string, own: string, left: string): string => `(${consent}.client_id = any(${own}::uuid[]) or ${consent}.client_id = any(${left}::uuid[]) and exists (
             select from meeting_consent_answers y join clients r on r.id = ${consent}.client_id where y.consent_id = ${consent}.id and y.party = 'client' and y.recorded_by = 'client' and y.answered_at <= r.left_at))`;
const FIND_OF_CLIENT = statement<StoredConsent>('meeting-consent-of-client', `${SELECT} where c.id = $1 and ${isOwn('c', '$2', '$3')}`);
/** A statement of their own: whoever waited for the lock sees afterwards the session that began meanwhile. */
const LOCK_OWNED = statement<Pick<MeetingConsent, 'id'>>('meeting-consent-owned-lock', 'select id from meeting_consents where id = $1 and therapist_id = $2 for update');
const LOCK_OF_CLIENT = statement<Pick<MeetingConsent, 'id'>>('meeting-consent-of-client-lock', `select c.id from meeting_consents c where c.id = $1 and ${isOwn('c', '$2', '$3')} for update`);
const FIND_LINKED = statement<StoredConsent>('meeting-consent-linked', `${SELECT} where c.token_hash = $1`);
const LOCK_LINKED = statement<Pick<MeetingConsent, 'id'>>('meeting-consent-linked-lock', 'select id from meeting_consents where token_hash = $1 for update');
const LIST_OPEN = statement<StoredConsent>('meeting-consents-open', `${SELECT} where c.therapist_id = $1 and c.withdrawn_at is null and c.expires_at > $2
           and not exists (select from meeting_sessions s where s.consent_id = c.id and not s.consent_returned) order by c.created_at desc, c.id desc limit $3`);
/** What they agreed to at an address that they left can be taken back nowhere else; what strangers ask pushes nothing aside of a practice that the client goes to; and of what is not listed nothing else is read. */
const LIST_OF_CLIENT = statement<StoredConsent>('meeting-consents-of-client', `select * from (${SELECT} where c.id in (
             select o.id from meeting_consents o where ${isOwn('o', '$1', '$2')}
             order by (o.client_id = any($2::uuid[]) and o.withdrawn_at is null) desc, (o.therapist_id, o.client_id) in ${practicesGoneTo('$1::uuid[]', 't.therapist_id, t.client_id')} desc, o.created_at desc, o.id desc limit $3)
           ) m order by m.is_confirmed desc, m.created_at desc, m.id desc`);
const LIST_FOR_COPY = statement<StoredConsent>('meeting-consents-for-copy', `${SELECT} where c.therapist_id = $1 and ${isOfClient('c.client_id', '$1', '$2')} and ($3::uuid is null or c.id > $3) order by c.id limit $4`);
const LOCK_ALL_OF_CLIENT = statement<StoredConsent>('meeting-consents-of-client-lock', `${SELECT} where c.client_id = $1 and ($2::uuid is null or c.therapist_id = $2) order by c.id for update of c`);
const FOR_MAIL = statement<StoredConsent & Pick<ConsentMail, 'client_email'>>(
  'meeting-consent-for-mail',
  `select m.*, k.email as client_email from (${SELECT} where c.id = $1 and u.is_active) m join clients k on k.id = m.client_id`,
);
const RENEW_TOKENS = statement('meeting-consent-links-renew', 'update meeting_consents c set token_hash = v.hash, token = v.sealed from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as v (id, hash, sealed) where c.id = v.id');
/** A person of one's own. */
const CLIENT_OF = statement<Pick<Client, 'id'>>('meeting-consent-client', 'select client_id as id from therapist_clients where therapist_id = $1 and client_id = $2');
export type MeetingChoices = Omit<MeetingSettings, 'therapist_id'>;
const SETTINGS = statement<MeetingChoices>('meeting-settings', 'select ask_client_own_click, transcript_days from meeting_settings where therapist_id = $1');
const SAVE_SETTINGS = statement('meeting-settings-save', `insert into meeting_settings (therapist_id, ask_client_own_click, transcript_days) values ($1, $2, $3)
         on conflict (therapist_id) do update set ask_client_own_click = excluded.ask_client_own_click, transcript_days = excluded.transcript_days`);
/** Consents that stand, once refused or taken back, with what the log knows of their answers. $1: of one, or null */
const REFUSED_BEFORE = statement<Pick<MeetingConsent, 'id' | 'therapist_agreed' | 'client_agreed'> & { entries: MarkedEntry[] }>('meeting-consents-refused-before', `select c.id, c.therapist_agreed, c.client_agreed,
           ${entriesWhere(`l.subject_type = 'meeting_consent' and l.subject_id = c.id and l.action in ('agree_to_recording', 'decline_recording', 'withdraw_recording_consent')`)} as entries
         from meeting_consents c where ($1::uuid is null or c.id = $1) and c.withdrawn_at is null
           and exists (select from activity_log r where r.subject_type = 'meeting_consent' and r.subject_id = c.id and r.action in ('decline_recording', 'withdraw_recording_consent'))`);
/** What a consent says that nobody clicked. */
const WITHOUT_CLICK = statement<Pick<MeetingConsent, 'id'>>('meeting-consents-without-click', `select c.id from meeting_consents c, lateral (values
             ('therapist', case when c.therapist_agreed then 'agreed' when not c.therapist_agreed then 'declined' end),
             ('client', case when c.client_agreed then 'agreed' when not c.client_agreed then 'declined' end),
             (c.withdrawn_by, case when c.withdrawn_at is not null then 'withdrawn' end)) said (party, answer)
         where said.answer is not null and not exists (select from meeting_consent_answers a where a.consent_id = c.id and a.party = said.party and a.answer = said.answer)
         group by c.id order by c.id`);
/** Every link by which a practice met somebody, with when it was there first. */
const PLACES = statement<KnownLink>('meeting-places-of-before', `select therapist_id, link, min(since) as since from (
           select therapist_id, video_link as link, created_at as since from services where video_link is not null and ($1::uuid is null or therapist_id = $1)
           union all select therapist_id, place_detail, created_at from bookings where place_kind = 'video' and place_detail is not null and ($1::uuid is null or therapist_id = $1)) known group by therapist_id, link`);
const LINKS = statement<Pick<MeetingConsent, 'id' | 'therapist_id' | 'client_id' | 'created_at' | 'meeting_url'>>(
  'meeting-consent-links', 'select id, therapist_id, client_id, meeting_url, created_at from meeting_consents where meeting_url is not null and ($1::uuid is null or id > $1) and ($2::uuid is null or therapist_id = $2) order by id limit 500');
/** Recorded by somebody else than the consent was given to. */
const GIVEN_AWAY = statement<{ id: string }>('meeting-sessions-given-away', 'select s.id from meeting_sessions s join meeting_consents c on c.id = s.consent_id where s.therapist_id <> c.therapist_id order by s.id');
/** What nobody began a session with tells nothing that anybody needs. */
const DELETE_UNUSED = statement<Pick<MeetingConsent, 'id'>>('meeting-consents-unused-delete', `delete from meeting_consents where id in (
           select id from meeting_consents c where c.expires_at < $1 and not exists (select from meeting_sessions s where s.consent_id = c.id) limit 500) returning id`);

/** Consents to record sessions. The secrets of their links, and the links of meetings, are encrypted. */
@Injectable()
export class ConsentRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
    private readonly entries: EntryMarks,
  ) {}

  async isClient(therapistId: string, clientId: string, on: Queryable): Promise<boolean> {
    return (await on.query(CLIENT_OF, [therapistId, clientId])).length === 1;
  }

  /** What leads the client to a consent that comes in with a practice. */
  newLink(): { token: string; token_hash: Buffer } {
    const token = newToken();
    return { token, token_hash: this.tokenDigest(token) };
  }

  /** Of a click that was made elsewhere: from where is not known here. */
  unknownNetwork(): Buffer {
    return this.keys.digest('meeting-consent-network', '');
  }

  async insertConsent({ meetingUrl, texts, ...consent }: NewConsent, on: Queryable): Promise<void> {
    const sealed = (column: string, text: string): Buffer => this.cipher.encrypt(text, CONSENT_OWNER.place(column, consent));
    const token = consent.client_id === null ? undefined : newToken();
    await on.manager.insert(MeetingConsent, {
      ...consent,
      meeting_url: meetingUrl === null ? null : sealed('meeting_url', meetingUrl),
      text_version: texts.version,
      text_hash: textHash(texts),
      token_hash: token === undefined ? null : this.tokenDigest(token),
      token: token === undefined ? null : sealed('token', token),
      mark: null,
    });
    await this.marks.renew(CONSENT_MARKING, [consent.id], on);
  }

  async findOwned(therapistId: string, id: string, on: Queryable = this.database): Promise<ConsentRow | undefined> {
    return this.first(await on.query(FIND_OWNED, [id, therapistId]));
  }

  /** With which a session can begin still, or once both have said yes; newest first. */
  async listOpen(therapistId: string, now: Date, atMost: number): Promise<ConsentRow[]> {
    return (await this.database.query(LIST_OPEN, [therapistId, now, atMost])).map((row) => this.opened(row));
  }

  async lockOwned(therapistId: string, id: string, on: Queryable): Promise<ConsentRow | undefined> {
    await on.query(LOCK_OWNED, [id, therapistId]);
    return this.first(await on.query(FIND_OWNED, [id, therapistId]));
  }

  async lockOfClient({ own, left }: OwnRecords, id: string, on: Queryable): Promise<ConsentRow | undefined> {
    await on.query(LOCK_OF_CLIENT, [id, own, left]);
    return this.first(await on.query(FIND_OF_CLIENT, [id, own, left]));
  }

  /** By the secret of its link; undefined also where the row, or the link, was given to somebody else in the table. */
  async findLinked(token: string): Promise<ConsentRow | undefined> {
    return this.opening(await this.database.query(FIND_LINKED, [this.tokenDigest(token)]), token);
  }

  async lockLinked(token: string, on: Queryable): Promise<ConsentRow | undefined> {
    await on.query(LOCK_LINKED, [this.tokenDigest(token)]);
    return this.opening(await on.query(FIND_LINKED, [this.tokenDigest(token)]), token);
  }

  /** Newest first. */
  async listOfClient({ own, left }: OwnRecords, atMost: number): Promise<ConsentRow[]> {
    return (await this.database.query(LIST_OF_CLIENT, [own, left, atMost])).map((row) => this.opened(row));
  }

  /** Of one client and those shown with them, the oldest first. @param after the last one of the page before */
  async listForCopy(therapistId: string, clientId: string, after: string | undefined, atMost: number): Promise<ConsentRow[]> {
    return (await this.database.query(LIST_FOR_COPY, [therapistId, clientId, after ?? null, atMost])).map((row) => this.opened(row));
  }

  /** @returns null for a session without a meeting; undefined where the link does not open */
  openUrl(consent: ConsentRow): string | null | undefined {
    return consent.meeting_url && this.cipher.tryDecrypt(consent.meeting_url, CONSENT_OWNER.place('meeting_url', consent));
  }

  /** Of services, appointments and consents. @param therapistId of one practice alone; null of all */
  async listLinks(therapistId: string | null, on: Queryable): Promise<KnownLink[]> {
    const known = await on.query(PLACES, [therapistId]);
    for (let page = await on.query(LINKS, [null, therapistId]); page.length > 0; page = await on.query(LINKS, [page.at(-1)?.id, therapistId])) {
      for (const consent of page) {
        const link = consent.meeting_url && this.cipher.tryDecrypt(consent.meeting_url, CONSENT_OWNER.place('meeting_url', consent));
        if (link) known.push({ therapist_id: consent.therapist_id, since: consent.created_at, link });
      }
    }
    return known;
  }

  async findForMail(id: string): Promise<ConsentMail | undefined> {
    const [row] = await this.database.query(FOR_MAIL, [id]);
    if (!row) return undefined;
    const { token, client_id, ...rest } = { ...this.opened(row), client_email: row.client_email };
    if (!token || client_id === null) return undefined;
    return { ...rest, client_id, token: () => this.cipher.decrypt(token, CONSENT_OWNER.place('token', row)) };
  }

  /** Keeps a click, and what follows from it. */
  async saveAnswer({ id, is_ours }: Pick<ConsentRow, 'id' | 'is_ours'>, { texts, connection, ...answer }: NewAnswer, change: Partial<MeetingConsent>, on: Queryable): Promise<void> {
    const network_hash = this.keys.digest('meeting-consent-network', connection);
    const answerId = newId();
    await on.manager.insert(MeetingConsentAnswer, { id: answerId, consent_id: id, ...answer, network_hash, text_version: texts.version, text_hash: textHash(texts, answer.party), mark: null });
    await this.marks.renew(ANSWER_MARKING, [answerId], on);
    await on.manager.update(MeetingConsent, { id }, change);
    // One that somebody else wrote stays theirs.
    if (is_ours) await this.marks.renew(CONSENT_MARKING, [id], on);
  }

  /** Consents that stand although the log's newest word of them is a no: whole rows that were put back as they had been, marks and all. @param id of one, else of all */
  async listPutBack(id: string | null, on: Queryable = this.database): Promise<string[]> {
    const found: string[] = [];
    for (const row of await on.query(REFUSED_BEFORE, [id])) {
      const said = (await this.entries.genuine(row.entries, on)).sort((one, other) => Number(BigInt(one.seq) - BigInt(other.seq)));
      const isTakenBack = said.some(({ action }) => action === 'withdraw_recording_consent');
      const isRefused = PARTIES.some((party) => row[`${party}_agreed`] === true && said.filter(({ details }) => (JSON.parse(details) as { party?: string }).party === party).at(-1)?.action === 'decline_recording');
      if (isTakenBack || isRefused) found.push(row.id);
    }
    return found;
  }

  /** Those of which a click is gone. */
  async listWithoutClick(): Promise<string[]> {
    return (await this.database.query(WITHOUT_CLICK)).map(({ id }) => id);
  }

  /** Sessions of somebody else than their consent. */
  async listGivenAway(): Promise<string[]> {
    return (await this.database.query(GIVEN_AWAY)).map(({ id }) => id);
  }

  /** What a therapist chose, or what is so until they do. */
  async findSettings(therapistId: string, on: Queryable = this.database): Promise<MeetingChoices> {
    return (await on.query(SETTINGS, [therapistId]))[0] ?? { ask_client_own_click: true, transcript_days: 30 };
  }

  async saveSettings(therapistId: string, { ask_client_own_click, transcript_days }: MeetingChoices, on: Queryable): Promise<void> {
    await on.query(SAVE_SETTINGS, [therapistId, ask_client_own_click, transcript_days]);
  }

  async reassign(fromClientId: string, toClientId: string, therapistId: string | undefined, on: Queryable): Promise<void> {
    for (const consent of await on.query(LOCK_ALL_OF_CLIENT, [fromClientId, therapistId])) {
      const after = { ...consent, client_id: toClientId };
      const moved = (column: 'token' | 'meeting_url'): Buffer | null => consent[column] && this.cipher.move(consent[column], CONSENT_OWNER.place(column, consent), CONSENT_OWNER.place(column, after));
      await on.manager.update(MeetingConsent, { id: consent.id }, { client_id: toClientId, token: moved('token'), meeting_url: moved('meeting_url') });
      if (this.marks.isOurs(CONSENT_MARKING, consent)) await this.marks.renew(CONSENT_MARKING, [consent.id], on);
    }
  }

  /** The links that lie in a mailbox which the person left open nothing any more. @returns the consents, which have new ones */
  async renewTokens(clientId: string, therapistId: string | undefined, on: Queryable): Promise<ConsentRow[]> {
    const consents = (await on.query(LOCK_ALL_OF_CLIENT, [clientId, therapistId])).filter(({ token }) => token !== null);
    const tokens = consents.map(() => newToken());
    const sealed = consents.map((consent, at) => this.cipher.encrypt(tokens[at] ?? '', CONSENT_OWNER.place('token', consent)));
    if (consents.length > 0) await on.query(RENEW_TOKENS, [consents.map(({ id }) => id), tokens.map((token) => this.tokenDigest(token)), sealed]);
    return consents.map((consent) => this.opened(consent));
  }

  async deleteUnused(before: Date): Promise<number> {
    let total = 0;
    for (let deleted = 1; deleted > 0; total += deleted) deleted = (await this.database.query(DELETE_UNUSED, [before])).length;
    return total;
  }

  private tokenDigest(token: string): Buffer {
    return this.keys.digest('meeting-consent-token', token);
  }

  /** A link that was laid to another consent in the table leads nowhere. */
  private opening([row]: StoredConsent[], token: string): ConsentRow | undefined {
    return row?.token && this.cipher.tryDecrypt(row.token, CONSENT_OWNER.place('token', row)) === token ? this.opened(row) : undefined;
  }

  private first([row]: StoredConsent[]): ConsentRow | undefined {
    return row && this.opened(row);
  }

  private opened({ mark, marked, marks: stored, ...row }: StoredConsent): ConsentRow {
    // Within JSON, bytes are written as Postgres writes them.
    const marks = stored.filter((click) => this.marks.accepts(ANSWER_MARKING, { ...click, mark: click.mark === null ? null : Buffer.from(click.mark.slice(2), 'hex') }));
    const is_ours = this.marks.accepts(CONSENT_MARKING, { id: row.id, mark, marked });
    const told = { ...row, is_ours, marks };
    if (is_ours) return told;
    const withdrawal = marks.find(({ answer }) => answer === 'withdrawn');
    return { ...told, therapist_agreed: null, client_agreed: null, client_answered_by: null, withdrawn_at: withdrawal ? new Date(withdrawal.answered_at) : null, withdrawn_by: withdrawal?.party ?? null };
  }
}

