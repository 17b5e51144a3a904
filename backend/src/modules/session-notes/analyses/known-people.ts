import { Injectable } from '@nestjs/common';
import { NamedPersonsService } from '../../intake-forms/results/named-persons.service';
import type { KnownPerson } from '../analysis/model/known-names';
import { AnalysisRepository } from './analysis.repository';

/**
 * Whose names are kept back from a language model: everybody whom a field of the client's record, as this therapist has it, gives a name to;
 * of records that the therapist merged, a field of any of them.
 *
 * - the therapist: the account's name and address, the name and telephone number of the profile;
 * - the client: the person's and the account's name, address and telephone number, and those of every appointment with this therapist; the
 *   name that they signed forms with, and what they answered where a form asks what they are called;
 * - other people: whom the client named where a form asks for somebody (an emergency contact, a parent, a doctor, who referred them), with
 *   the telephone numbers and addresses in such answers.
 *
 * These are all the fields there are: services, care plans and notes have texts and no field for a person. Who is named in a text alone is
 * not known, and is sent: that is why it is not called anonymous.
 */
@Injectable()
export class KnownPeople {
  constructor(
    private readonly repository: AnalysisRepository,
    private readonly named: NamedPersonsService,
  ) {}

  /** @param clientId null where the note is about nobody in particular */
  async list(therapistId: string, clientId: string | null): Promise<KnownPerson[]> {
    const [client, therapist] = await this.repository.listPeople(therapistId, clientId);
    if (clientId === null) return [client, therapist];
    const { own, others, contacts } = await this.named.list(therapistId, clientId);
    const known = new Set([...client.names, ...therapist.names, ...own].map((name) => name.toLowerCase()));
    const persons = [...new Map(others.map((name) => [name.toLowerCase(), name])).values()].filter((name) => !known.has(name.toLowerCase()));
    return [
      { ...client, names: [...client.names, ...own] },
      therapist,
      ...persons.map((name): KnownPerson => ({ role: 'PERSON', names: [name], contacts: [] })),
      // Whose they are is not said; that they are one's is enough.
      ...(contacts.length > 0 ? [{ role: 'PERSON' as const, names: [], contacts: [...new Set(contacts)] }] : []),
    ];
  }
}
