import { connection, noteAnswer } from '@attune/shared-ui/runtime/host';
import { watchConnection, type Outage } from './connection-watch';

const settle = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms));
const setOnline = (onLine: boolean) => {
  Object.defineProperty(window.navigator, 'onLine', { configurable: true, value: onLine });
  window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
};

let told: (Outage | null)[];
let reachable: boolean;
let stop: () => void;

beforeEach(() => {
  told = [];
  reachable = true;
  connection.set('ok');
  stop = watchConnection((outage) => told.push(outage), () => Promise.resolve(reachable), 20);
});

afterEach(() => stop());

test('one failed call is no outage while the server answers', async () => {
  noteAnswer(0);
  await settle();
  expect(told).toEqual([null]);
  expect(connection.get()).toBe('ok');
});

test('an outage is told once it is sure, and ends by itself', async () => {
  reachable = false;
  noteAnswer(503);
  await settle(30);
  expect(told[0]).toBe('server-down');
  reachable = true;
  await settle(40);
  expect(told.at(-1)).toBeNull();
});

test('a line that is gone is told without asking', async () => {
  setOnline(false);
  await settle();
  expect(told).toEqual(['offline']);
  setOnline(true);
  await settle();
  expect(told.at(-1)).toBeNull();
});
