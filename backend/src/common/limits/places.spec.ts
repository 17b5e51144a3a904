import { Owner, Places } from './places';

const here = new AbortController().signal;
const options = { atWork: 2, waiting: 4, ofOne: 3, longestMs: 60_000, full: 'Full.' };
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Each in a network of their own. */
const from = (id: string): Owner => ({ id, address: `203.0.${id.charCodeAt(0)}.1` });

/** Work that ends when it is told to. */
function works(places: Places) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, gone = here): Promise<unknown> => {
    const over = places.take(from(name.slice(0, 1)), gone, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
    over.catch(() => undefined);
    return over;
  };
  return { begun, take, end: (name: string) => (ends.get(name)?.(), settle()) };
}

it('are taken by one of each owner at a time, owners in turn', async () => {
  const { begun, take, end } = works(new Places(options));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1']) void take(name);
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'c1', 'd1', 'a2']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'a3']);
});

it('are not all waited for by one owner, and the line has an end', async () => {
  const { take } = works(new Places(options));
  for (const name of ['a1', 'a2', 'a3']) void take(name);
  await expect(take('a4')).rejects.toThrow('Full.');
  for (const name of ['b1', 'c1', 'd1', 'e1', 'f1']) void take(name);
  await expect(take('g1')).rejects.toThrow('Full.');
});

it('what an owner wants beside what they have already takes up no room in the line of all, from wherever they ask', async () => {
  const places = new Places({ ...options, waiting: 2 });
  const never = (): Promise<void> => new Promise(() => undefined);
  // Slow readers, who each ask twice more.
  for (const id of ['a', 'b', 'c', 'd']) {
    void places.take(from(id), here, ({ without }) => without(never));
    for (const address of [from(id).address, '198.51.100.1']) void places.take({ id, address }, here, never);
  }
  await settle();
  expect(await places.take(from('e'), here, () => Promise.resolve('heard'))).toBe('heard');
});

it('are free again when who waits goes away, or works too long', async () => {
  const { begun, take, end } = works(new Places({ ...options, atWork: 1 }));
  const leaving = new AbortController();
  void take('a1');
  const left = take('a2', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toThrow('cancelled');
  await expect(take('a3', leaving.signal)).rejects.toThrow('cancelled');
  void take('b1');
  await end('a1');
  expect(begun).toEqual(['a1', 'b1']);

  const short = works(new Places({ ...options, atWork: 1, longestMs: 20 }));
  void short.take('a1');
  void short.take('b1');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(short.begun).toEqual(['a1', 'b1']);
});

it('are free while whoever has one waits for somebody else, who then takes the next one', async () => {
  const places = new Places({ ...options, atWork: 1 });
  const order: string[] = [];
  let read = (): void => undefined;
  const slow = places.take(from('a'), here, async (place) => {
    order.push('a begins');
    await place.without(() => new Promise<void>((resolve) => (read = resolve)));
    order.push('a goes on');
  });
  const { begun, take, end } = works(places);
  void take('b1');
  void take('a2');
  await settle();
  expect([order, begun]).toEqual([['a begins'], ['b1']]);
  read();
  await settle();
  expect(order).toEqual(['a begins']);
  await end('b1');
  await slow;
  await settle();
  expect([order, begun]).toEqual([['a begins', 'a goes on'], ['b1', 'a2']]);
});

it('are one of each connection, and wanted by who has no other reason to wait', async () => {
  const places = new Places(options);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const take = (owner: string, connection: string): void => void places.take(from(owner), here, () => (begun.push(owner), new Promise<void>((resolve) => ends.push(resolve))), [connection]);
  take('a', 'one');
  take('b', 'one');
  await settle();
  expect([begun, places.isWanted(from('a').address)]).toEqual([['a'], false]);
  take('c', 'two');
  await settle();
  expect([begun, places.isWanted(from('a').address)]).toEqual([['a', 'c'], false]);
  take('d', 'three');
  expect(places.isWanted(from('a').address)).toBe(true);
  ends[0]?.();
  await settle();
  expect(begun).toEqual(['a', 'c', 'b']);
});

it('of a line: whoever reads what was made for them takes up no room in it', async () => {
  const places = new Places({ ...options, atWork: 1, waiting: 1 });
  const read: (() => void)[] = [];
  const readers: Promise<void>[] = [];
  for (const owner of ['a', 'b', 'c', 'd']) {
    readers.push(places.take(from(owner), here, ({ without }) => without(() => new Promise<void>((resolve) => read.push(resolve)))));
    await settle();
  }
  expect(await places.take(from('e'), here, () => Promise.resolve('heard'))).toBe('heard');
  for (const over of read) over();
  await Promise.all(readers);
});

it('are half of one network at most, at work and in the line: its other accounts keep nobody else out', async () => {
  const places = new Places(options);
  const begun: string[] = [];
  const take = (id: string, address: string): Promise<void> => places.take({ id, address }, here, () => (begun.push(id), new Promise<void>(() => undefined)));
  void take('a', '2001:db8:a:1::1');
  for (const [id, address] of [['b', '2001:db8:a:2::1'], ['c', '2001:db8:a:3::1']] as const) void take(id, address);
  await expect(take('d', '2001:db8:a:4::1')).rejects.toThrow('Full.');
  await settle();
  // Who waits for the places of that network is served by nobody else's.
  expect([begun, places.isWanted('2001:db8:a::1'), places.isWanted('198.51.100.1')]).toEqual([['a'], true, false]);
  void take('e', '198.51.100.1');
  await settle();
  expect(begun).toEqual(['a', 'e']);
});

it('are not all held by two networks, and whoever comes from another one does not stand behind what those have in line', async () => {
  const places = new Places({ ...options, atWork: 4, waiting: 20 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (id: string, network: number): void => {
    places.take({ id, address: `203.0.${network}.1` }, here, () => (begun.push(id), new Promise<void>((resolve) => ends.push(resolve)))).catch(() => undefined);
  };
  for (let n = 0; n < 12; n += 1) for (const network of [1, 2]) take(`${network}-${n}`, network);
  take('somebody', 3);
  await settle();
  expect(begun.slice(-1)).toEqual(['somebody']);
  // All places are taken; of two more who come, each is the next.
  for (const [id, network] of [['fourth', 4], ['fifth', 5]] as const) {
    take(id, network);
    ends[begun.length - 4]?.();
    await settle();
    expect(begun.slice(-1)).toEqual([id]);
  }
});

it('of which there is one go to networks in turn', async () => {
  const places = new Places({ ...options, atWork: 1, waiting: 9 });
  const order: string[] = [];
  const take = (id: string, network: number): Promise<void> => places.take({ id, address: `203.0.${network}.1` }, here, () => (order.push(id), settle()));
  await Promise.all([take('a', 1), take('b', 1), take('c', 1), take('d', 2)]);
  expect(order).toEqual(['a', 'd', 'b', 'c']);
});
