import type { TLSSocket } from 'node:tls';
import { answered, openFrom } from './tls-visitor';

/** What a crowd does: so many connections of these addresses in turn, each of which asks once and stays. */
export interface CrowdTask {
  port: number;
  addresses: readonly string[];
  count: number;
}

/** So many begin at a time. */
const AT_ONCE = 200;

/** @returns how many connections were answered and open, at most */
async function come({ port, addresses, count }: CrowdTask): Promise<number> {
  const held = new Set<TLSSocket>();
  let [asked, most] = [0, 0];
  const lane = async (): Promise<void> => {
    while (asked < count) {
      const socket = openFrom(addresses[asked % addresses.length] as string, port);
      asked += 1;
      socket.once('close', () => held.delete(socket));
      await answered(socket).catch(() => undefined);
      if (!socket.destroyed) held.add(socket);
      most = Math.max(most, held.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return most;
}

// Its connections go when it is ended.
process.on('disconnect', () => process.exit());
process.once('message', (task: CrowdTask) => void come(task).then((most) => process.send?.(most)));
