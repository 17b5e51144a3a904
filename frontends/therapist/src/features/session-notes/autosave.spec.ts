import { ApiError } from '@attune/shared-ui/runtime';
import { Autosave, type DraftState, type Outcome } from './autosave';

const SAVED_AT = '2026-11-22T14:03:00.000Z';

let states: DraftState[];
let answers: (Outcome | Error)[];
let saves: boolean[];
let autosave: Autosave;

beforeEach(() => {
  jest.useFakeTimers();
  [states, answers, saves] = [[], [], []];
  autosave = new Autosave(
    async (byItself) => {
      saves.push(byItself);
      const answer = answers.shift() ?? { savedAt: SAVED_AT };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    (state) => states.push(state),
  );
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('saves once somebody pauses, and at the latest every eight seconds', async () => {
  for (let typed = 0; typed < 9; typed += 1) {
    autosave.touch();
    await pass(1_000);
  }
  expect(saves).toHaveLength(1);
  await pass(2_000);
  expect(saves).toEqual([false, false]);
  expect(states.at(-1)?.words).toMatch(/^Saved as draft at \d\d:03$/);
  await pass(60_000);
  expect(saves).toHaveLength(2);
});

it('tries again by itself, and at once when it is told to', async () => {
  answers = [ApiError.unreachable(), ApiError.unreachable(), ApiError.unreachable()];
  autosave.touch();
  await pass(1_500);
  expect(states.at(-1)).toEqual({ kept: false, words: 'Not saved: no connection, trying again', trouble: true });
  await pass(3_000);
  expect(saves).toEqual([false, true]);
  await autosave.flush(true);
  expect(saves).toHaveLength(3);
  await autosave.flush(true);
  expect(states.at(-1)?.kept).toBe(true);
});

it('waits as long as the server asks', async () => {
  answers = [new ApiError(429, 'Too often.', undefined, undefined, 60, true)];
  autosave.touch();
  await pass(1_500 + 59_000);
  expect(saves).toHaveLength(1);
  await pass(1_000);
  expect(saves).toHaveLength(2);
});

it('says what the server refuses, and tries again with the next letter only', async () => {
  answers = [new ApiError(422, '100 drafts are kept already.', undefined, undefined, undefined, true)];
  autosave.touch();
  await pass(100_000);
  expect(saves).toHaveLength(1);
  expect(states.at(-1)?.words).toBe('100 drafts are kept already.');
  autosave.touch();
  await pass(1_500);
  expect(states.at(-1)?.kept).toBe(true);
});

it('ends with what was typed last, and never comes back', async () => {
  autosave.touch();
  answers = [ApiError.unreachable()];
  autosave.end();
  await pass(100_000);
  expect(saves).toHaveLength(1);
});

it('saves nothing more once it is stopped, until it goes on', async () => {
  autosave.touch();
  await autosave.stop();
  await pass(100_000);
  expect(saves).toHaveLength(0);
  autosave.resume();
  await pass(1_500);
  expect(saves).toHaveLength(1);
});
