import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { DomainError, refusedField } from '../../common/errors/domain-error';
import { OnEvent, Work, Works } from '../../common/work/work';
import { utcTime } from '../../common/http/record-page';
import type { CopiedEntryDto } from '../clients/copies/client-copy.dto';
import { CopiedClient, CopiedEntries, TellsOfClient } from '../clients/copies/client-copies.service';
import { ClientLinksService, LinkedRecord } from '../clients/links/client-links.service';
import { RecordsMoved } from '../clients/persons/person.events';
import { MergedRecordDto, OwnClientDto, OwnClientInputDto } from './client-record.dto';
import { ClientRecordRepository } from './client-record.repository';
import * as messages from './messages';

type Therapist = Actor & { id: string };

/** One client of a therapist: how to reach them, their sessions in numbers, and what the therapist keeps about them. */
@Injectable()
export class ClientRecordsService {
  constructor(
    private readonly works: Works,
    private readonly repository: ClientRecordRepository,
    private readonly links: ClientLinksService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found for somebody who is no client of theirs */
  async show(actor: Therapist, clientId: string): Promise<OwnClientDto> {
    const record = await this.read(actor.id, clientId);
    const clientIds = [clientId, ...record.merged.map(({ id }) => id)];
    await this.works.recordRead(actor, { action: 'read_client', subjectType: 'client', subjectId: clientId, clientIds });
    return record;
  }

  /** @throws DomainError not_found; conflict when it was changed since that version */
  async save(actor: Therapist, clientId: string, input: OwnClientInputDto): Promise<OwnClientDto> {
    await this.works.begin(actor, async (work) => {
      if (!(await this.repository.isClient(actor.id, clientId, work.tx))) throw new DomainError('not_found', messages.noSuchClient);
      const saved = await this.repository.save({ therapist_id: actor.id, client_id: clientId }, input, work.now(), work.tx);
      if (!saved) throw new DomainError('conflict', messages.changedElsewhere);
      await work.record({ action: 'change_client_record', subjectType: 'client', subjectId: clientId, clientIds: [clientId] });
    });
    return this.showChanged(actor, clientId);
  }

  /**
   * Shows the record of another client with this one's: sessions, forms, notes and plans. Nothing is moved, and nothing changes for the two:
   * whoever has an account keeps it, and sees what they saw.
   * @throws DomainError not_found for no client of theirs; rule for the same one; conflict where one of them is merged already
   */
  async merge(actor: Therapist, clientId: string, otherId: string): Promise<OwnClientDto> {
    if (clientId === otherId) throw refusedField('client_id', messages.sameRecord);
    await this.works.begin(actor, async (work) => {
      await this.links.link(work, { therapist_id: actor.id, client_id: otherId, into_client_id: clientId });
      await work.record({ action: 'merge_clients', subjectType: 'client', subjectId: clientId, clientIds: [clientId, otherId] });
    });
    return this.showChanged(actor, clientId);
  }

  /** The way back. @throws DomainError conflict after a week, and where the two are not merged */
  async separate(actor: Therapist, clientId: string, otherId: string): Promise<OwnClientDto> {
    await this.works.begin(actor, async (work) => {
      await this.links.unlink(work, { therapist_id: actor.id, client_id: otherId, into_client_id: clientId });
      await work.record({ action: 'separate_clients', subjectType: 'client', subjectId: clientId, clientIds: [clientId, otherId] });
    });
    return this.showChanged(actor, clientId);
  }

  @TellsOfClient(1, 'Client')
  async *tellOfClient({ therapistId, clientId }: CopiedClient): CopiedEntries {
    const { name, email, phone, known_by_visitor, phone_by_visitor, other_contacts, timezone, since, has_account, discharged_on, remark, merged } = await this.read(therapistId, clientId);
    const known: [string, string | null][] = [
      ['Email', email],
      ['Booked by', known_by_visitor ? 'somebody who did not sign in' : null],
      [phone_by_visitor ? 'Telephone, typed by somebody who did not sign in' : 'Telephone', phone],
      ['Somebody who did not sign in typed another name or number', other_contacts.map((other) => [other.name, other.phone].filter(Boolean).join(', ')).join('; ') || null],
      ['Time zone', timezone],
      ['Booked first', since && utcTime(since)],
      ['Client portal', has_account ? 'has an account' : 'has no account'],
      ['Discharged on', discharged_on],
      ['Remark', remark],
    ];
    yield { id: clientId, title: name, facts: known.map(([label, value]) => ({ label, value })) };
    yield* merged.map((other): CopiedEntryDto => ({
      id: other.id,
      title: other.name,
      about: `Shown together since ${utcTime(other.merged_at)}`,
      facts: [{ label: 'Email', value: other.email }, { label: 'Remark', value: other.remark }],
    }));
    return undefined;
  }

  @OnEvent(RecordsMoved)
  async reassign({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, therapistId, work);
  }

  /** With the record that was changed, those shown with it are read. */
  private async showChanged(actor: Therapist, clientId: string): Promise<OwnClientDto> {
    const record = await this.read(actor.id, clientId);
    const clientIds = record.merged.map(({ id }) => id);
    if (clientIds.length > 0) await this.works.recordRead(actor, { action: 'read_client', subjectType: 'client', subjectId: clientId, clientIds });
    return record;
  }

  private async read(therapistId: string, clientId: string): Promise<OwnClientDto> {
    const client = await this.repository.findClient(therapistId, clientId, this.clock.now());
    if (!client) throw new DomainError('not_found', messages.noSuchClient);
    const kept = await this.repository.findKept(therapistId, clientId);
    const merged: MergedRecordDto[] = [];
    // One after the other: a page holds one connection at a time.
    for (const linked of await this.links.listLinked(therapistId, clientId)) merged.push(await this.mergedOf(therapistId, linked));
    const { upcoming, completed, cancelled, no_shows, since, next_starts_at, name, other_contacts, ...contact } = client;
    return {
      ...contact,
      name: name ?? '',
      other_contacts: other_contacts.map((other) => ({ ...other, name: other.name ?? '' })),
      since: since?.toISOString() ?? null,
      next_starts_at: next_starts_at?.toISOString() ?? null,
      sessions: { upcoming, completed, cancelled, no_shows },
      remark: kept?.remark ?? '',
      discharged_on: kept?.discharged_on ?? null,
      version: kept?.version ?? 0,
      merged,
    };
  }

  private async mergedOf(therapistId: string, { client_id: id, linked_at, separable_until }: LinkedRecord): Promise<MergedRecordDto> {
    const now = this.clock.now();
    const client = await this.repository.findClient(therapistId, id, now);
    const kept = client && (await this.repository.findKept(therapistId, id));
    return {
      id,
      name: client?.name ?? '',
      email: client?.email ?? null,
      remark: kept?.remark ?? '',
      merged_at: linked_at.toISOString(),
      separable_until: separable_until > now ? separable_until.toISOString() : null,
    };
  }
}
