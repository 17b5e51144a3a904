import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { hashToken } from '../../../common/crypto/tokens';
import { Database, Queryable } from '../../../common/database/database';
import type { AddressChange as AddressChangeTable } from '../client.entity';

/** A change of address. Its id is also the id of the code that proves the new address. */
export type AddressChange = Pick<AddressChangeTable, 'id' | 'user_id' | 'old_email' | 'new_email' | 'confirmed_at'>;

/** What the notice to the old address needs. */
export interface ObjectionMail {
  id: string;
  oldEmail: string;
  token: string;
}

const COLUMNS = 'id, user_id, old_email, new_email, confirmed_at';

@Injectable()
export class AddressChangeRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async insertChange(change: { id: string; userId: string; oldEmail: string; newEmail: string; at: Date }, tx: Queryable): Promise<void> {
    await tx.query('insert into address_changes (id, user_id, old_email, new_email, requested_at) values ($1, $2, $3, $4, $5)', [
      change.id,
      change.userId,
      change.oldEmail,
      change.newEmail,
      change.at,
    ]);
  }

  /** The change that was asked for last, confirmed or not. */
  async findNewestChange(userId: string, tx: Queryable): Promise<AddressChange | undefined> {
    const [row] = await tx.query<AddressChange>(
      `select ${COLUMNS} from address_changes where user_id = $1 order by requested_at desc, id desc limit 1`,
      [userId],
    );
    return row;
  }

  /** @param change `token` is the secret of the link that objects */
  async confirmChange(change: { id: string; at: Date; token: string; objectUntil: Date }, tx: Queryable): Promise<void> {
    await tx.query('update address_changes set confirmed_at = $2, object_hash = $3, object_token = $4, object_until = $5 where id = $1', [
      change.id,
      change.at,
      hashToken(change.token),
      this.cipher.encrypt(change.token, place(change.id)),
      change.objectUntil,
    ]);
  }

  /** A confirmed change that its old address may still object to, by the secret of the link. */
  async findObjectableChange(token: string, now: Date, tx: Queryable): Promise<AddressChange | undefined> {
    const [row] = await tx.query<AddressChange>(
      `select ${COLUMNS} from address_changes where object_hash = $1 and object_until > $2 and objected_at is null`,
      [hashToken(token), now],
    );
    return row;
  }

  /**
   * Undoes a change and all that came after it, so that nobody who had the address in between can object their way back.
   * @returns false when it was undone already
   */
  async undoChange(change: AddressChange, at: Date, tx: Queryable): Promise<boolean> {
    const rows = await tx.query<{ id: string }>(
      `update address_changes set objected_at = $3, object_token = null
       where user_id = $1 and confirmed_at >= $2 and objected_at is null returning id`,
      [change.user_id, change.confirmed_at, at],
    );
    return rows.some(({ id }) => id === change.id);
  }

  /** @returns undefined when the notice went out before, or the change was undone */
  async findObjectionMail(id: string): Promise<ObjectionMail | undefined> {
    const [row] = await this.database.query<Pick<AddressChangeTable, 'old_email' | 'object_token'>>(
      'select old_email, object_token from address_changes where id = $1 and objected_at is null',
      [id],
    );
    return row?.object_token ? { id, oldEmail: row.old_email, token: this.cipher.decrypt(row.object_token, place(id)) } : undefined;
  }

  /** What only the mail needed is not kept once the mail is out. */
  async dropToken(id: string): Promise<void> {
    await this.database.query('update address_changes set object_token = null where id = $1', [id]);
  }

  /** Changes that were never confirmed, and those that nobody can object to any more. @returns how many went */
  async deleteOldChanges(now: Date, requestedBefore: Date): Promise<number> {
    const rows = await this.database.query(
      'delete from address_changes where object_until < $1 or (confirmed_at is null and requested_at < $2) returning 1',
      [now, requestedBefore],
    );
    return rows.length;
  }
}

function place(rowId: string) {
  return { table: 'address_changes', column: 'object_token', rowId };
}
