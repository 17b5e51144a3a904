import { ApiError } from '@attune/shared-ui/runtime';
import { waitFor } from '@testing-library/react';
import { type LineState, PersistentCalls } from './persistent-calls';

it('where the server has no room, says so in its words and goes on once there is some', async () => {
  const told: LineState[] = [];
  const calls = new PersistentCalls((state) => told.push(state));
  let hasRoom = false;
  const kept = calls.make(() => (hasRoom ? Promise.resolve('kept') : Promise.reject(new ApiError(507, 'Your files take 20 GB of the 20 GB.'))), () => true);
  await waitFor(() => expect(told).toEqual([{ line: 'full', noRoom: 'Your files take 20 GB of the 20 GB.' }]));
  hasRoom = true;
  calls.tryNow();
  expect(await kept).toBe('kept');
  expect(told.at(-1)).toEqual({ line: 'open', noRoom: undefined });
});
