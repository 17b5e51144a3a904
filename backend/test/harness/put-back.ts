import { Client } from 'pg';

/** Rows of a table as they were, to put back with all that stood in them. */
export interface Kept {
  putBack(): Promise<void>;
}

/** Remembers rows, as somebody does who has an old copy of the database. @param key what makes a row the same */
export async function keep(owner: Client, table: string, where: string, key = 'id'): Promise<Kept> {
  const { rows } = await owner.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t where ${where}`);
  return {
    putBack: async () => {
      const columns = Object.keys(rows[0]?.row ?? {});
      const values = columns.map((column) => `${column} = excluded.${column}`).join(', ');
      for (const { row } of rows) await owner.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1) on conflict (${key}) do update set ${values}`, [JSON.stringify(row)]);
    },
  };
}
