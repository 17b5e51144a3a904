import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../common/database/database';
import type { Client } from '../client.entity';
import { PersonRepository } from '../persons/person.repository';
import { IntroductionsService } from '../strangers/introductions.service';
import { LeftPracticeDto } from './account.dto';

const MOST = 50;

/** $1: records of addresses. What the client has said is theirs is no such record any more. Practices that did something themselves are not pushed out by those where anybody booked. */
const OF_RECORDS = statement<Pick<Client, 'id' | 'email'> & { therapist_id: string; therapist_name: string; practice_since: Date }>(
  'practices-of-records',
  `select c.id, c.email, t.therapist_id, coalesce(p.display_name, u.name) as therapist_name, u.created_at as practice_since
   from clients c join therapist_clients t on t.client_id = c.id join users u on u.id = t.therapist_id left join therapist_profiles p on p.therapist_id = u.id
   where c.id = any($1::uuid[]) and c.practice_id = t.therapist_id
   order by exists (select from bookings b where b.therapist_id = t.therapist_id and b.client_id = c.id and not b.by_visitor)
       or exists (select from session_notes n where n.therapist_id = t.therapist_id and n.client_id = c.id)
       or exists (select from meeting_consents m where m.therapist_id = t.therapist_id and m.client_id = c.id) desc, t.created_at desc, t.therapist_id limit ${MOST}`,
);

/**
 * Practices of a client that stay with an address when the client leaves it: nobody can know whether a practice that booked for an address is the
 * client's own, or anybody who typed it, but the client.
 */
@Injectable()
export class LeftPracticesService {
  constructor(
    private readonly database: Database,
    private readonly persons: PersonRepository,
    private readonly introductions: IntroductionsService,
  ) {}

  /** Those of the address that they have, and of those that they have left; the newest ones. */
  async list(clientId: string): Promise<LeftPracticeDto[]> {
    const left = new Set((await this.persons.listLeftBy(clientId)).map(({ id }) => id));
    const here = (await this.persons.listTogether(clientId)).map(({ id }) => id);
    const current = new Set(here);
    const practices = await this.database.query(OF_RECORDS, [[...new Set([...here, ...left])]]);
    const strangers = await this.introductions.findAll(practices.map(({ therapist_id }) => therapist_id), clientId);
    return practices.map(({ id, practice_since, ...practice }) => {
      const found = strangers.get(practice.therapist_id);
      return { ...practice, practice_since: practice_since.toISOString(), left: !current.has(id), unknown: found !== undefined, namesake: found?.namesake ?? null };
    });
  }
}
