/**
 * Lets one piece of work at a time through for each key, within this process: whoever waits holds no connection of the database meanwhile.
 * Other processes are kept apart by locks in the database.
 */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /** @param keys in the order in which everybody takes them, the widest first */
  async take<T>([key, ...others]: readonly string[], work: () => Promise<T>): Promise<T> {
    if (key === undefined) return work();
    const before = this.last.get(key);
    const result = (before ?? Promise.resolve()).then(() => this.take(others, work));
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, over);
    try {
      return await result;
    } finally {
      if (this.last.get(key) === over) this.last.delete(key);
    }
  }
}
