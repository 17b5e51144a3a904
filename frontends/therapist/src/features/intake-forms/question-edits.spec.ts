import { newQuestionId } from './question-edits';

afterEach(() => jest.restoreAllMocks());

it('ten questions of one millisecond have ids of their own, each with a moment in it', () => {
  jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
  const ids = Array.from({ length: 10 }, newQuestionId);
  expect(new Set(ids).size).toBe(10);
  for (const id of ids) expect(id).toMatch(/^q_\d{13,}/);
});
