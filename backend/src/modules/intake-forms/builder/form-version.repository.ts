import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { IntakeFormVersion } from '../intake-form.entity';

/** A version without what the table adds to it. */
export type NewVersion = Omit<IntakeFormVersion, 'id' | 'mark'>;
type Marked = Pick<IntakeFormVersion, 'id' | 'form_id' | 'version' | 'title' | 'description' | 'questions' | 'instrument' | 'mark'>;

const COLUMNS = 'id, form_id, version, title, description, questions, instrument, mark';
const AFTER = statement<Marked>('intake-form-versions-after', `select ${COLUMNS} from intake_form_versions where id > $1 order by id limit $2`);

const PER_PAGE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What forms asked. A version is written once and never changed: people signed their answers to exactly these questions. */
@Injectable()
export class FormVersionRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {}

  async insertVersions(versions: readonly NewVersion[], on: Queryable): Promise<void> {
    const rows = versions.map((version) => ({ id: newId(), ...version })).map((row) => ({ ...row, mark: this.mark(row) }));
    await on.manager.insert(IntakeFormVersion, rows);
  }

  /** Marks those of before there were marks. @returns how many */
  async adopt(tx: Queryable): Promise<number> {
    let adopted = 0;
    for await (const version of this.all(tx)) {
      if (version.mark !== null) continue;
      await tx.manager.update(IntakeFormVersion, { id: version.id }, { mark: this.mark(version) });
      adopted += 1;
    }
    return adopted;
  }

  /** Versions that ask something else than the product wrote. */
  async listForeign(): Promise<Pick<Marked, 'id'>[]> {
    const foreign: Pick<Marked, 'id'>[] = [];
    for await (const { id, mark, ...version } of this.all(this.database)) {
      if (mark === null || !equalInConstantTime(mark, this.mark({ id, ...version }))) foreign.push({ id });
    }
    return foreign;
  }

  private async *all(on: Queryable): AsyncGenerator<Marked> {
    let page: Marked[] = [];
    do {
      page = await on.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, PER_PAGE]);
      yield* page;
    } while (page.length === PER_PAGE);
  }

  mark({ id, form_id, version, title, description, questions, instrument }: Omit<Marked, 'mark'>): Buffer {
    return this.keys.mark('intake_form_versions', [id, form_id, String(version), title, description, JSON.stringify(questions, sorted), instrument]);
  }
}

/** The same for what was given and for what the database made of it, which keeps no order of names. */
function sorted(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
