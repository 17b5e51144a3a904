import * as fc from 'fast-check';
import { advance, beginning, END_REASONS, EndReason, isOver, MOST_REJOINS, SessionEvent, SessionState, statusOf } from './session-states';

const reasons = Object.keys(END_REASONS) as EndReason[];
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  ...(['claimed', 'waits', 'admitted', 'processed'] as const).map((kind) => ({ weight: 6, arbitrary: fc.constant({ kind }) })),
  { weight: 6, arbitrary: fc.constant({ kind: 'sound_stored' } as const) },
  ...(['lost', 'ended', 'processing_failed'] as const).map((kind) => ({ weight: 1, arbitrary: fc.constantFrom(...reasons).map((reason) => ({ kind, reason })) })),
);

const run = (events: readonly SessionEvent[], from = beginning('queued')): SessionState[] => events.reduce<SessionState[]>((states, each) => [...states, advance(states.at(-1) ?? from, each)], [from]);
const last = (...events: SessionEvent[]): SessionState => run(events).at(-1) as SessionState;
const IN_CALL: SessionEvent[] = [{ kind: 'claimed' }, { kind: 'waits' }, { kind: 'admitted' }];

it('whatever a host does, nobody is told that it records before sound is stored, and what is over stays over', () => {
  let recordings = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (script) => {
      const states = run(script);
      let stored = false;
      states.forEach((state, at) => {
        const happened = at === 0 ? undefined : script[at - 1];
        const before = states[at - 1];
        if (happened?.kind === 'sound_stored' && before?.phase === 'in_call') stored = true;
        if (before?.phase === 'in_call' && state.phase !== 'in_call') stored = false;
        if (statusOf(state) === 'recording') {
          recordings += 1;
          expect(stored).toBe(true);
        }
        if (before && isOver(before.phase)) expect(state).toBe(before);
        expect(state.rejoins).toBeLessThanOrEqual(MOST_REJOINS);
        expect(state.endReason !== null).toBe(isOver(state.phase) || state.phase === 'processing');
        // What was heard of the session is never handed back as if it had not been.
        if (state.consentReturned) expect(state.hasSound).toBe(false);
      });
    }),
    { numRuns: 1_000 },
  );
  // Some 160 of random scripts do, a hundred by chance: what counts is that there are such.
  expect(recordings).toBeGreaterThan(20);
});

it('every reason has a sentence', () => {
  for (const reason of reasons) expect(END_REASONS[reason]).toMatch(/^[A-Z].*\.$/);
});

it('an attempt that never got past the lobby gives its consent back; one that was let in does not', () => {
  expect(last({ kind: 'claimed' }, { kind: 'waits' }, { kind: 'ended', reason: 'denied' })).toMatchObject({ phase: 'failed', endReason: 'denied', consentReturned: true });
  expect(last({ kind: 'ended', reason: 'completed_early' })).toMatchObject({ phase: 'cancelled', endReason: 'cancelled', consentReturned: true });
  expect(last(...IN_CALL, { kind: 'ended', reason: 'completed_early' })).toMatchObject({ phase: 'failed', endReason: 'no_audio_stream', consentReturned: false });
});

it('a lost recorder comes back twice, and what it recorded is kept', () => {
  const heard: SessionEvent[] = [...IN_CALL, { kind: 'sound_stored' }];
  const lost: SessionEvent = { kind: 'lost', reason: 'worker_lost' };
  const again = last(...heard, lost);
  expect([again.phase, statusOf(again), again.rejoins]).toEqual(['joining', 'joining', 1]);
  const third = last(...heard, lost, { kind: 'admitted' }, lost, { kind: 'admitted' }, lost);
  expect(third).toMatchObject({ phase: 'processing', endReason: 'worker_lost', hasSound: true });
});

it('a withdrawal ends it in every phase that is not over', () => {
  const withdrawn: SessionEvent = { kind: 'ended', reason: 'consent_withdrawn' };
  const scripts: SessionEvent[][] = [[], [{ kind: 'claimed' }], IN_CALL, [...IN_CALL, { kind: 'sound_stored' }], [...IN_CALL, { kind: 'sound_stored' }, { kind: 'ended', reason: 'kicked' }]];
  for (const script of scripts) expect(last(...script, withdrawn)).toMatchObject({ phase: 'cancelled', endReason: 'consent_withdrawn', consentReturned: false });
  const completed = last(...IN_CALL, { kind: 'sound_stored' }, { kind: 'ended', reason: 'kicked' }, { kind: 'processed' });
  expect(advance(completed, withdrawn)).toBe(completed);
});
