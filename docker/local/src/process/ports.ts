import { createServer } from 'node:net';

/** True when nothing listens on this loopback port. */
export function portIsFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** A loopback port that nobody else gets before it is released. */
export interface ReservedPort {
  port: number;
  release(): Promise<void>;
}

/** Holds a free loopback port for something that starts only later: meanwhile the system would give it to any connection. */
export function reservePort(): Promise<ReservedPort> {
  return new Promise((resolve, reject) => {
    const holder = createServer();
    holder.once('error', reject);
    holder.listen(0, '127.0.0.1', () => {
      const address = holder.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      resolve({ port, release: () => new Promise((released) => holder.close(() => released())) });
    });
  });
}

/** A loopback port that was free a moment ago; callers retry, because another program may take it first. */
export async function anyFreePort(): Promise<number> {
  const { port, release } = await reservePort();
  await release();
  return port;
}

/** The preferred port when it is free, else any. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await portIsFree(preferred))) return preferred;
  return anyFreePort();
}
