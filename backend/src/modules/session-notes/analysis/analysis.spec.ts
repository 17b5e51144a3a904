import { ClaimedAnalysis, supported } from './analysis';

const TEXT = 'She  slept\nbetter. A nonsuicidal mood. He left.';

function claim(part: Partial<ClaimedAnalysis>): ClaimedAnalysis {
  return { engine: { name: 'a model', version: '1' }, summary: [], themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [], remarks: [], ...part };
}

describe('a claimed result', () => {
  it('keeps what the note says, white space aside, at its real place', () => {
    const { analysis, dropped } = supported(claim({ summary: [{ text: 'Sleep is better.', citations: [{ quote: 'She slept better.', start: 3, end: 9 }] }] }), TEXT);
    expect(analysis.summary).toEqual([{ text: 'Sleep is better.', citations: [{ quote: 'She  slept\nbetter.', start: 0, end: 18 }] }]);
    expect(dropped).toBe(0);
  });

  it.each(['She slept worse.', 'she slept better.', 'suicidal mood', '', '.', 'H'])('loses what rests on “%s”', (quote) => {
    expect(supported(claim({ homework: [{ text: 'Made up.', citations: [{ quote }] }] }), TEXT)).toMatchObject({ analysis: { homework: [] }, dropped: 1 });
  });

  it('loses an item without a citation, and of an item only the citations that stand nowhere', () => {
    const themes = [
      { text: 'sleep', citations: [{ quote: 'nowhere at all' }, { quote: 'He left.' }] },
      { text: 'work', citations: [] },
    ];
    const { analysis, dropped } = supported(claim({ themes }), TEXT);
    expect(analysis.themes).toEqual([{ text: 'sleep', citations: [{ quote: 'He left.', start: 39, end: 47 }] }]);
    expect(dropped).toBe(1);
  });

  it('quotes a risk from the note and not from the engine', () => {
    const cue = { kind: 'suicide', assertion: 'present', quote: 'She wants to die.', why: 'Possible cue, check.', citations: [{ quote: 'He left.' }] } as const;
    expect(supported(claim({ risk_cues: [{ ...cue, citations: [...cue.citations] }] }), TEXT).analysis.risk_cues[0]?.quote).toBe('He left.');
  });
});
