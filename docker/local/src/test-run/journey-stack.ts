import { join } from 'node:path';
import { startStack, type Stack } from '../stack/stack';

/** Journeys book far more than a visitor may, all from one address. */
const ROOMY_LIMITS = { BOOKING_LIMIT_PER_IP: '10000', BOOKING_LIMIT_PER_ADDRESS: '10000' };

/** The whole product with the demo practice, as `npm start` brings it up, for journeys and page benches. */
export async function startJourneyStack(folder: string, environment: NodeJS.ProcessEnv, durable: boolean): Promise<Stack> {
  const removed = Object.fromEntries(Object.keys(process.env).filter((name) => !(name in environment)).map((name) => [name, undefined]));
  return startStack({
    port: 0,
    dataDir: join(folder, 'stack'),
    throwaway: !durable,
    postgresDir: join(folder, 'stack', 'postgres'),
    quiet: true,
    env: { ...removed, NODE_ENV: 'development', ...ROOMY_LIMITS },
  });
}

/** What journeys and benches read to find it. */
export function journeyEnvironment(stack: Stack): Record<string, string> {
  return {
    E2E_BASE_URL: stack.url,
    E2E_API_URL: stack.apiUrl,
    E2E_DATABASE_URL: stack.ownerDatabaseUrl,
    E2E_DEMO_THERAPIST_ID: stack.demo?.therapist_id ?? '',
    E2E_DEMO_SLUG: stack.demo?.slug ?? '',
  };
}
