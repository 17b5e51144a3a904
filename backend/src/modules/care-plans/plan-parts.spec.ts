import { isId } from '../../common/database/database';
import { actionsAfter, actionsFrom, goalsAfter, goalsFrom, PlanAction } from './plan-parts';

const PLAN = '0192d3a4-0000-7000-8000-000000000001';
const walk: PlanAction = { id: '0192d3a4-0000-7000-8000-00000000000a', text: 'Walk' };
const write: PlanAction = { id: '0192d3a4-0000-7000-8000-00000000000b', text: 'Write' };

describe('the actions of a plan', () => {
  it('of before they had ids get some that stay, one for each place', () => {
    const actions = actionsFrom(PLAN, '["Walk","Walk"]');
    expect(actions.map(({ text }) => text)).toEqual(['Walk', 'Walk']);
    expect(actions.every(({ id }) => isId(id))).toBe(true);
    expect(actions[0]?.id).not.toBe(actions[1]?.id);
    expect(actionsFrom(PLAN, '["Walk","Walk"]')).toEqual(actions);
    expect(actionsFrom(PLAN.replace(/1$/, '2'), '["Walk"]')[0]?.id).not.toBe(actions[0]?.id);
    expect(actionsFrom(PLAN, JSON.stringify([walk]))).toEqual([walk]);
  });

  it('stay who they are when they are moved, or sent without an id', () => {
    expect(actionsAfter([walk, write], [write, { text: 'Sleep' }, { text: 'Walk' }])).toEqual([write, { id: expect.any(String) as string, text: 'Sleep' }, walk]);
  });

  it('are others with other words, and never two with one id', () => {
    const [changed] = actionsAfter([walk], [{ id: walk.id, text: 'Walk far' }]);
    expect(changed?.id).not.toBe(walk.id);
    const twice = actionsAfter([walk], [walk, walk]);
    expect(twice[0]).toEqual(walk);
    expect(twice[1]?.id).not.toBe(walk.id);
    expect(actionsAfter([walk], [{ text: 'Walk' }, walk]).map(({ id }) => id === walk.id)).toEqual([false, true]);
    expect(actionsAfter([], [write])[0]?.id).not.toBe(write.id);
  });
});

describe('the goals of a plan', () => {
  const goal = { id: walk.id, text: 'Sleep through', progress: 40 };

  it('keep their ids, also in other words', () => {
    expect(goalsFrom(null)).toEqual([]);
    expect(goalsFrom(JSON.stringify([goal]))).toEqual([goal]);
    expect(goalsAfter([goal], [{ ...goal, text: 'Sleep', progress: 50 }])).toEqual([{ id: goal.id, text: 'Sleep', progress: 50 }]);
    const twice = goalsAfter([goal], [goal, goal, { ...goal, id: write.id }]).map(({ id }) => id);
    expect(new Set(twice).size).toBe(3);
    expect(twice[0]).toBe(goal.id);
  });
});
