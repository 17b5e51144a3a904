import { oneByOne } from './one-by-one';

it('goes on until none is left, past one that fails, which is told at the end', async () => {
  const left = new Set(['a', 'b', 'c', 'd', 'e']);
  const tries: string[] = [];
  const done = oneByOne(
    () => Promise.resolve([...left].slice(0, 2)),
    (id) => {
      tries.push(id);
      if (id === 'b') return Promise.reject(new Error('b cannot be done'));
      left.delete(id);
      return Promise.resolve();
    },
  );
  await expect(done).rejects.toThrow('b cannot be done');
  expect(tries).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await oneByOne(() => Promise.resolve([...left].filter((id) => id !== 'b')), () => Promise.resolve())).toBe(0);
});
