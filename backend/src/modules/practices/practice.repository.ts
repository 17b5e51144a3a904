import { Injectable } from '@nestjs/common';
import { Database, isId, Queryable, statement } from '../../common/database/database';
import type { User } from '../auth/account.entity';
import type { TherapistClient } from '../clients/client.entity';

/** Whose practice it is. */
export type PracticeAccount = Pick<User, 'id' | 'email' | 'name' | 'is_active'>;

const BY_ID = statement<PracticeAccount>('practice-by-id', `select id, email, name, is_active from users where id = $1 and user_type = 'therapist'`);
const BY_EMAIL = statement<PracticeAccount>('practice-by-email', `select id, email, name, is_active from users where email = lower($1) and user_type = 'therapist'`);
const CLIENTS = statement<Pick<TherapistClient, 'client_id'>>('practice-client-ids', 'select client_id from therapist_clients where therapist_id = $1 order by client_id');

/** Practices, as operators name them. */
@Injectable()
export class PracticeRepository {
  constructor(private readonly database: Database) {}

  /** @param whom a therapist's id or email */
  async find(whom: string): Promise<PracticeAccount | undefined> {
    const [account] = await this.database.query(isId(whom) ? BY_ID : BY_EMAIL, [whom]);
    return account;
  }

  async clientsOf(therapistId: string, on: Queryable = this.database): Promise<string[]> {
    return (await on.query(CLIENTS, [therapistId])).map(({ client_id }) => client_id);
  }
}
