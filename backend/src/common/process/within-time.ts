/** Work did not come to an end in its time. What it was at may still end; nobody waits for it. */
export class TookTooLong extends Error {}

/** @throws TookTooLong once `ms` are over; what `work` throws before */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`It took longer than ${Math.ceil(ms / 1_000)} seconds.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
