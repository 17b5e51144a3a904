import type { Activity } from '../../wire';

/** One line of the list: an entry, and those right before it in time that say the same. */
export interface FoldedActivity {
  /** The latest of them. */
  latest: Activity;
  /** All of them, the latest first. */
  entries: Activity[];
}

/** How many rows were looked at is no other deed, nor is which table was marked after an update: the line says the same. */
function deedOf({ action, user_type, user_id, details }: Activity): string {
  const rest = Object.entries(details).filter(([name]) => name !== 'entries' && name !== 'rows');
  return JSON.stringify([action.replace(/^adopt_.*/, 'adopt'), user_type, user_id, ...rest]);
}

/** Folds what the same person did again and again, with nothing else in between. */
export function folded(activities: readonly Activity[]): FoldedActivity[] {
  const lines: FoldedActivity[] = [];
  for (const activity of activities) {
    const last = lines.at(-1);
    if (last && deedOf(last.latest) === deedOf(activity)) last.entries.push(activity);
    else lines.push({ latest: activity, entries: [activity] });
  }
  return lines;
}
