import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { AddressChange } from '../client.entity';

/** A change of address. Its id is also the id of the code that proves the new address. */
export type AddressChangeRow = Pick<AddressChange, 'id' | 'user_id' | 'old_email' | 'new_email' | 'confirmed_at'>;

/** What the notice to the old address needs; `token` is the secret of its link. */
export interface ObjectionMail extends Pick<AddressChange, 'id' | 'old_email'> {
  token: string;
}

/** What a change's mark vouches for: whose account moves, from where and to where. */
type Marked = Pick<AddressChange, 'id' | 'user_id' | 'old_email' | 'new_email' | 'mark'>;

const COLUMNS = { id: true, user_id: true, old_email: true, new_email: true, confirmed_at: true, mark: true } as const;

const UNDO = statement<Pick<AddressChange, 'id'>>(
  'address-change-undo',
  `update address_changes set objected_at = $3, object_token = null
   where user_id = $1 and confirmed_at >= $2 and objected_at is null returning id`,
);

@Injectable()
export class AddressChangeRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
  ) {}

  async insertChange(change: Pick<AddressChange, 'id' | 'user_id' | 'old_email' | 'new_email' | 'requested_at'>, tx: Queryable): Promise<void> {
    await tx.manager.insert(AddressChange, { ...change, mark: this.mark(change) });
  }

  /** The change that was asked for last, confirmed or not. */
  async findNewestChange(userId: string, tx: Queryable): Promise<AddressChangeRow | undefined> {
    return this.ours(await tx.manager.findOne(AddressChange, { select: COLUMNS, where: { user_id: userId }, order: { requested_at: 'desc', id: 'desc' } }));
  }

  /** @param token the secret of the link that objects */
  async confirmChange(id: string, token: string, times: Pick<AddressChange, 'confirmed_at' | 'object_until'>, tx: Queryable): Promise<void> {
    const object_token = this.cipher.encrypt(token, place(id));
    await tx.manager.update(AddressChange, { id }, { ...times, object_hash: this.hash(token), object_token });
  }

  /** A confirmed change that its old address may still object to, by the secret of the link. */
  async findObjectableChange(token: string, now: Date, tx: Queryable): Promise<AddressChangeRow | undefined> {
    const where = { object_hash: this.hash(token), object_until: MoreThan(now), objected_at: IsNull() };
    return this.ours(await tx.manager.findOne(AddressChange, { select: COLUMNS, where }));
  }

  /**
   * Undoes a change and all that came after it, so that nobody who had the address in between can object their way back.
   * @returns false when it was undone already
   */
  async undoChange(change: AddressChangeRow, at: Date, tx: Queryable): Promise<boolean> {
    const rows = await tx.query(UNDO, [change.user_id, change.confirmed_at, at]);
    return rows.some(({ id }) => id === change.id);
  }

  /** @returns undefined when the notice went out before, or the change was undone */
  async findObjectionMail(id: string): Promise<ObjectionMail | undefined> {
    const select = { ...COLUMNS, object_token: true } as const;
    const row = this.ours(await this.database.manager.findOne(AddressChange, { select, where: { id, objected_at: IsNull() } }));
    return row?.object_token ? { id, old_email: row.old_email, token: this.cipher.decrypt(row.object_token, place(id)) } : undefined;
  }

  /** What only the mail needed is not kept once the mail is out. */
  async dropToken(id: string): Promise<void> {
    await this.database.manager.update(AddressChange, { id }, { object_token: null });
  }

  /** Changes that were never confirmed, and those that nobody can object to any more. @returns how many went */
  async deleteOldChanges(now: Date, requestedBefore: Date): Promise<number> {
    const old = [{ object_until: LessThan(now) }, { confirmed_at: IsNull(), requested_at: LessThan(requestedBefore) }];
    return (await this.database.manager.delete(AddressChange, old)).affected ?? 0;
  }

  private ours<Row extends Marked>(row: Row | null): Row | undefined {
    return row && equalInConstantTime(row.mark, this.mark(row)) ? row : undefined;
  }

  private mark({ id, user_id, old_email, new_email }: Omit<Marked, 'mark'>): Buffer {
    return this.keys.mark('address_changes', [id, user_id, old_email, new_email]);
  }

  /** Keyed: whoever writes the table cannot add a link of their own. */
  private hash(token: string): Buffer {
    return this.keys.digest('address-objection', token);
  }
}

function place(rowId: string) {
  return { table: 'address_changes', column: 'object_token', rowId };
}
