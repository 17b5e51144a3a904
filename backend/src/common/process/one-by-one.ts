/**
 * Does a piece of work for each that is left, batch after batch: one that fails keeps none of the others waiting, and is not tried twice.
 * @param next ids of some that are left; those that failed may be among them
 * @returns how many were done @throws what the first of them failed with, after the others
 */
export async function oneByOne(next: () => Promise<readonly string[]>, work: (id: string) => Promise<unknown>): Promise<number> {
  const tried = new Set<string>();
  const failures: unknown[] = [];
  for (let batch = await next(); batch.length > 0; batch = (await next()).filter((id) => !tried.has(id))) {
    for (const id of batch) {
      tried.add(id);
      await work(id).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
  return tried.size;
}
