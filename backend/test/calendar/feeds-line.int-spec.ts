import { createServer, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DOMAINS } from '../../src/domains';
import { connectCalendar } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { startTestWorker, TestWorker } from '../harness/outbox-worker';
import { openPractice } from '../harness/practice';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const THERAPISTS = 8;
const ADDRESSES = 6;

describe('foreign calendars whose servers are slow', () => {
  let google: GoogleStandIn;
  let server: Server;
  let held: ServerResponse[];
  let asked: number;
  let test: TestApp;
  let worker: TestWorker;

  beforeAll(async () => {
    google = await startGoogleStandIn();
    held = [];
    asked = 0;
    server = createServer((_, response) => {
      asked += 1;
      held.push(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const environment = { ...google.environment, GOOGLE_CLIENT_ID: 'test-client', GOOGLE_CLIENT_SECRET: 'test-secret', CALENDAR_FEED_TEST_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    test = await startTestApp(environment);
    worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, environment);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await worker.stop();
    await test.close();
    await google.close();
  });

  const until = async (met: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('keep no account at Google waiting, and each therapist has hardly more than one reading in line, however often the address changes', async () => {
    const { therapist } = await openPractice(test);
    for (let n = 0; n < THERAPISTS; n += 1) {
      const other = await signInTherapist(test);
      for (let address = 0; address < ADDRESSES; address += 1) {
        await other.put('/api/therapist/calendar/foreign-feed', { address: `${test.config.calendarFeedTestOrigin}/${address}.ics` }).expect(200);
      }
    }
    await until(() => held.length >= 2);
    const lines = await test.database.query<{ jobs: number }>(
      `select count(*)::int as jobs from outbox where job = 'read-foreign-feed' and state in ('pending', 'queued') and attempts = 0 group by payload`,
    );
    // A second one where the first was just being handed to its line.
    expect(Math.max(...lines.map(({ jobs }) => jobs))).toBeLessThanOrEqual(2);

    await connectCalendar(test, google, therapist);
    await until(async () => (await test.database.query('select from calendar_connections where therapist_id = $1 and last_synced_at is not null', [therapist.id])).length === 1);
    expect(asked).toBeLessThan(THERAPISTS);
  });
});
