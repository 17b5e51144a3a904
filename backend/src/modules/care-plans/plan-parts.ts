import { createHash } from 'node:crypto';
import { newId } from '../../common/database/database';

/** Something that the client is asked to do. */
export interface PlanAction {
  id: string;
  text: string;
}

/** Where the therapist and the client want to get to, and how far they are, in per cent. */
export interface PlanGoal {
  id: string;
  text: string;
  progress: number;
}

/** An action or a goal as an editor sends it: without an id it is new. */
export type Given<Part extends { id: string }> = Omit<Part, 'id'> & { id?: string };

/** The actions of a plan, of its opened column. Those of older plans were texts only: they get ids that stay the same. */
export function actionsFrom(planId: string, json: string): PlanAction[] {
  const stored = JSON.parse(json) as (string | PlanAction)[];
  return stored.map((each, index) => (typeof each === 'string' ? { id: idOf(planId, index), text: each } : each));
}

export function goalsFrom(json: string | null): PlanGoal[] {
  return json === null ? [] : (JSON.parse(json) as PlanGoal[]);
}

/**
 * The actions after an edit. One whose words stay is the same, and its tick with it; one with other words is another, for nobody has done
 * that yet.
 */
export function actionsAfter(present: readonly PlanAction[], given: readonly Given<PlanAction>[]): PlanAction[] {
  const left = new Map(present.map((action) => [action.id, action]));
  const take = (found: PlanAction | undefined): PlanAction | undefined => {
    if (found) left.delete(found.id);
    return found;
  };
  const byId = given.map(({ id, text }) => (id !== undefined && left.get(id)?.text === text ? take(left.get(id)) : undefined));
  return given.map(({ text }, index) => byId[index] ?? take([...left.values()].find((action) => action.text === text)) ?? { id: newId(), text });
}

/** The goals after an edit: a goal may be said in other words, its id is what it is known by. */
export function goalsAfter(present: readonly PlanGoal[], given: readonly Given<PlanGoal>[]): PlanGoal[] {
  const left = new Set(present.map(({ id }) => id));
  return given.map(({ id, text, progress }) => ({ id: id !== undefined && left.delete(id) ? id : newId(), text, progress }));
}

/** A UUID (version 8) of the place in the list. */
function idOf(planId: string, index: number): string {
  const bytes = createHash('sha256').update(`care plan action ${planId} ${index}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
