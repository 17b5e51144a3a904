import { print } from '../harness/before-and-now';
import { DoorAndGateway } from '../harness/door';

const ASKED = process.env['PROOF'] === 'full' ? 14_000 : 3_000;
/** The gateway's container has 1 GB, and most of it is the kernel's where nobody reads. */
const MOST_MB = 300;
const BEFORE = 'all of them held, 557 to 1,114 MB';

let parts: DoorAndGateway;
beforeAll(async () => (parts = await new DoorAndGateway().start()), 60_000);
afterAll(() => parts.stop());

/** What a crowd comes to, and what others meet meanwhile. */
async function meets(addresses: readonly string[]): Promise<{ held: number; slowest: number; told: string[] }> {
  const crowd = parts.crowd(addresses, ASKED);
  const others = [];
  for (let other = 1; other <= 20; other += 1) others.push(await parts.asks(`127.9.${other}.1`));
  const held = await crowd.held;
  others.push(await parts.asks('127.9.30.1'));
  await crowd.goesAway();
  return { held, slowest: Math.round(Math.max(...others.map(({ ms }) => ms))), told: others.map(({ told }) => told) };
}

const OTHERS = [...Array.from({ length: 20 }, (_, index) => `127.9.${index + 1}.1`), '127.9.30.1'];

it('who asks without TLS is led to where TLS is', async () => {
  expect(await parts.leads()).toMatch(/^308 https:\/\/localhost\b/);
});

it.each([
  ['two addresses', ['127.1.0.1', '127.2.0.1'], 2 * 128],
  ['two networks', Array.from({ length: 200 }, (_, index) => `127.${3 + (index % 2)}.0.${1 + Math.floor(index / 2)}`), 2 * 500],
])('however many connections %s ask for, the gateway stands and others are answered', async (who, addresses, most) => {
  const { held, slowest, told } = await meets(addresses);
  const { gateway, door } = parts.peaks;
  print(`${ASKED} connections of ${who}`, BEFORE, `${held} held, the gateway at most ${gateway} MB and the door ${door} MB, others answered within ${slowest} ms`);
  expect(held).toBeLessThanOrEqual(most);
  expect(held).toBeGreaterThan(most / 2);
  expect(told).toEqual(OTHERS);
  expect(gateway).toBeLessThan(MOST_MB);
  expect(door).toBeLessThan(MOST_MB);
}, 300_000);
