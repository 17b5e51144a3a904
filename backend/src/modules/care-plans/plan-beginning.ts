import { SealedBeginning } from '../../common/crypto/beginnings';
import { beginningOf } from '../../common/paging/beginning';
import { PLAN_BEGINNING_OWNER } from './care-plan.entity';
import type { PlanAction, PlanGoal } from './plan-parts';

/** What a client's list shows of a care plan. */
export interface PlanBeginning {
  title: string;
  description: string;
  actions: PlanAction[];
  goals: PlanGoal[];
  /** Whether that is all of it. */
  is_whole: boolean;
}

export const PLAN_BEGINNING = new SealedBeginning<PlanBeginning, 'therapist_id' | 'client_id'>(PLAN_BEGINNING_OWNER);

/** So many characters of actions and goals together: most plans have fewer. */
const LINES = 1_500;

export function planBeginningOf({ title, description, actions, goals }: Omit<PlanBeginning, 'is_whole'>): PlanBeginning {
  const said = beginningOf(description);
  let left = LINES;
  const fits = ({ text }: { text: string }): boolean => (left -= text.length) >= 0;
  const shown = { actions: actions.filter(fits), goals: goals.filter(fits) };
  return { title, description: said.text, ...shown, is_whole: said.is_whole && left >= 0 };
}
