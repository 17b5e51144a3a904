import { Client, Connection, FieldDef, Submittable } from 'pg';

interface Wire extends Connection {
  parse(query: { text: string }): void;
  describe(what: { type: 'S' }): void;
  sync(): void;
}

/** Postgres' own description of a statement, which is prepared and not run. @throws Error of Postgres where it cannot be prepared */
export function describeStatement(client: Client, text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let columns: FieldDef[] = [];
    let failure: Error | undefined;
    client.query({
      submit(connection: Connection) {
        const wire = connection as Wire;
        wire.parse({ text });
        wire.describe({ type: 'S' });
        wire.sync();
      },
      handleRowDescription: ({ fields }: { fields: FieldDef[] }) => void (columns = fields),
      handleError: (error: Error) => void (failure = error),
      handleReadyForQuery: () => (failure ? reject(failure) : resolve(columns)),
    } as Submittable);
  });
}
