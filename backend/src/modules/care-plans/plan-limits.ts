export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 20_000;
export const MAX_ACTIONS = 50;
export const MAX_GOALS = 20;
/** Of an action, and of a goal. */
export const MAX_LINE = 500;
export const MAX_PLANS = 1_000;
/** A plan of the most characters, in a script of three bytes a letter. */
export const PLAN_BODY_BYTES = 512 * 1024;
