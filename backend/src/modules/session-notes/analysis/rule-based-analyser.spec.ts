import { NoteAnalysis, STATEMENT_LISTS, supported } from './analysis';
import { MOST_CHARACTERS, RULE_BASED, RuleBasedAnalyser } from './rule-based-analyser';

const SOAP = `S: Client reports feeling "overwhelmed" at work and had a panic attack on Tuesday. She denies
SI/HI. Sleep has improved since last session. PHQ-9: 14 (was 18).
O: Tearful at times.
A: Catastrophic thinking about the supervisor remains; cognitive restructuring helped with catastrophic thinking.

P:
- Therapist introduced the thought record and practised grounding.
- Homework: keep a thought record daily 😀
- Next session on 12 March at 3pm.

She said she doesn't want to be here anymore. <b>He has a gun at home.</b>`;

const analyser = new RuleBasedAnalyser();
const texts = (statements: readonly { text: string }[]) => statements.map(({ text }) => text);

/** Every citation of a result stands in its text, at its offsets. */
function expectCited(analysis: NoteAnalysis, text: string): void {
  const items = [...STATEMENT_LISTS.flatMap((name) => analysis[name]), ...analysis.risk_cues];
  for (const { citations } of items) {
    expect(citations.length).toBeGreaterThan(0);
    for (const { quote, start, end } of citations) expect(text.slice(start, end)).toBe(quote);
  }
  expect(supported(analysis, text)).toEqual({ analysis, dropped: 0 });
}

describe('a note with headings and bullets', () => {
  it('is told in its own sentences', async () => {
    const analysis = await analyser.analyse(SOAP);
    expect(analysis.engine).toEqual(RULE_BASED);
    expect(texts(analysis.homework)).toEqual(['Homework: keep a thought record daily 😀']);
    expect(texts(analysis.interventions)).toContain('Therapist introduced the thought record and practised grounding.');
    expect(texts(analysis.progress)).toEqual(expect.arrayContaining(['Sleep has improved since last session.', 'PHQ-9: 14 (was 18).']));
    expect(texts(analysis.next_steps)).toContain('Next session on 12 March at 3pm.');
    expect(texts(analysis.next_steps)).not.toContain("She said she doesn't want to be here anymore.");
    expect(texts(analysis.themes)).toEqual(expect.arrayContaining(['catastrophic thinking', 'thought record']));
    expect(texts(analysis.summary)).toEqual(expect.arrayContaining(['She denies SI/HI.', 'PHQ-9: 14 (was 18).', 'Next session on 12 March at 3pm.', "She said she doesn't want to be here anymore."]));
    expect(analysis.risk_cues.map(({ kind, assertion, quote }) => [kind, assertion, quote])).toEqual([
      ['suicide', 'present', "She said she doesn't want to be here anymore."],
      ['weapons', 'present', '<b>He has a gun at home.'],
    ]);
    expect(analysis.risk_cues.every(({ why }) => why.startsWith('Possible cue, check'))).toBe(true);
    expectCited(analysis, SOAP);
  });

  it('is told the same every time', async () => {
    expect(await analyser.analyse(SOAP)).toEqual(await analyser.analyse(SOAP));
  });

  it.each([
    ['DAP', 'Data: Client cried about the divorce.\nAssessment: Grief.\nPlan: Continue weekly sessions.', 'Continue weekly sessions.'],
    ['BIRP', 'B: restless\nI: taught box breathing\nR: calmer afterwards\nP: return in two weeks', 'return in two weeks'],
  ])('%s', async (_, text, step) => {
    const analysis = await analyser.analyse(text);
    expect(texts(analysis.next_steps)).toEqual([step]);
    expectCited(analysis, text);
  });
});

describe('a note', () => {
  it.each([
    ['without full stops', 'she feels sad and then she cries and says i want to die because nothing helps and then we did breathing '.repeat(8)],
    ['with Windows line ends', 'First line here.\r\n\r\n- wants to die\r\n- call mother\r\n'],
    ['that looks like a page', '<script>alert(1)</script><p>He wants to die.</p>'],
  ])('%s is cited where it stands', async (_, text) => {
    const analysis = await analyser.analyse(text);
    expect(analysis.risk_cues.length).toBeGreaterThan(0);
    expectCited(analysis, text);
  });

  it('broken in the middle of a denial is read as one', async () => {
    expect((await analyser.analyse('Client was calm and denies\nsuicidal ideation, plan or intent.')).risk_cues).toEqual([]);
  });

  it.each([
    ['that is empty', '', 'There is no text'],
    ['of blanks', ' \n\t\n', 'There is no text'],
    ['in German', 'Die Klientin berichtet von Suizidgedanken und sie hat keine Pläne. Sie schläft nicht gut.', 'Only English'],
    ['in Russian', 'Клиент сообщает о тревоге и плохом сне.', 'Only English'],
  ])('%s has no result, and says why', async (_, text, remark) => {
    const analysis = await analyser.analyse(text);
    expect(analysis).toMatchObject({ summary: [], themes: [], risk_cues: [], homework: [] });
    expect(analysis.remarks).toEqual([expect.stringContaining(remark)]);
  });

  it('that is partly German is read where it is English', async () => {
    const analysis = await analyser.analyse('He wants to die.\n\nDie Klientin berichtet von Angst und sie hat keine Pläne.');
    expect(analysis.risk_cues).toHaveLength(1);
    expect(analysis.remarks).toEqual([expect.stringContaining('parts')]);
  });

  it.each([
    ['of many sentences', `${SOAP}\n`.repeat(250)],
    ['of many lines', '- a\n'.repeat(30_000)],
    ['of one word', 'a'.repeat(MOST_CHARACTERS + 1)],
    ['of commas', 'she, '.repeat(25_000)],
  ])('that is too long and %s is read as far as said, in bounded time', async (name, text) => {
    // The work, and not what others on the machine do meanwhile.
    const started = process.cpuUsage();
    const analysis = await analyser.analyse(text);
    const { user } = process.cpuUsage(started);
    process.stdout.write(`a note of ${MOST_CHARACTERS} characters ${name}: ${Math.round(user / 1_000)} ms of work\n`);
    expect(user / 1_000).toBeLessThan(30_000);
    expect(analysis.remarks[0]).toContain('Only the first 100,000 characters');
  });

  it('is left when it is told to stop', async () => {
    await expect(analyser.analyse(SOAP, { signal: AbortSignal.abort(new Error('no longer wanted')) })).rejects.toThrow('no longer wanted');
  });
});
