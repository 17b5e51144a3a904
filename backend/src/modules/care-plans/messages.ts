import { MAX_ACTIONS, MAX_DESCRIPTION, MAX_GOALS, MAX_LINE, MAX_PLANS, MAX_TITLE } from './plan-limits';

export const titleRequired = 'Please enter a title.';
export const titleTooLong = `The title can have at most ${MAX_TITLE} characters.`;
export const descriptionTooLong = `The description can have at most ${MAX_DESCRIPTION.toLocaleString('en')} characters.`;
export const tooManyActions = `A care plan can have at most ${MAX_ACTIONS} actions.`;
export const actionRequired = 'Please say what is to be done, or remove this action.';
export const tooManyGoals = `A care plan can have at most ${MAX_GOALS} goals.`;
export const goalRequired = 'Please say what the goal is, or remove it.';
export const lineTooLong = `An action or a goal can have at most ${MAX_LINE} characters.`;
export const progressForm = 'Progress is a whole number from 0 to 100.';
export const versionForm = 'The version of a care plan is a whole number from 1 on.';
export const tooLarge = 'This care plan is too large. Please make two of it.';
export const noSuchPlan = 'There is no such care plan.';
export const noSuchGoal = 'There is no such goal in this care plan.';
export const noSuchAction = 'There is no such action in this care plan. Please reload the page.';
export const noSuchClient = 'There is no such client among yours.';
export const noSuchNote = 'There is no such note about this client.';
export const followUpPast = 'The follow-up date has passed. Please choose today or a later day.';
export const savedElsewhere = 'This care plan was saved elsewhere meanwhile, so yours is not saved. Nothing is lost: look at the saved one, or save yours as the newest.';
export const changedElsewhere = 'This care plan was changed elsewhere meanwhile. Please look at it once more before the client sees it.';
export const notKnownYet =
  'This client was entered by somebody who booked, and nobody has confirmed yet that the address is theirs. You can publish once an appointment has taken place, or the client has booked with a confirmed address.';
export const doesNotOpen = 'This care plan cannot be opened: its row was changed in the database. Please tell whoever runs this installation.';
export const unopened = 'This text cannot be opened';
export const tooManyPlans = `You can have at most ${MAX_PLANS.toLocaleString('en')} care plans. Please delete some that you need no more.`;
export const savedTooOften = 'Care plans were saved very often within the hour. Please try again later; what you typed is kept here.';
export const tickedTooOften = 'Actions were ticked very often within the hour. Please try again later.';
/** For the people who run the installation. */
export const foreignAddress = 'The client’s address was changed in the database by somebody else than Attune, so nothing was sent there.';

export const SUBJECT = 'A reminder for today';
export const GREETING = 'Hello,';
export const TODAY_CLIENT = 'today is the day that you agreed to look at something together with ';
export const TODAY_THERAPIST = 'today is a follow-up day that you noted in Attune.';
export const SIGN_IN = 'What it is about is shown after you sign in.';
export const OPEN_PORTAL = 'Open your portal';
export const OPEN_PLAN = 'Open Attune';
export const NOT_YOU_CLIENT = 'If you do not know this therapist, do nothing and delete this mail: without signing in nobody sees anything.';
export const FOOTER_CLIENT = 'Sent by Attune because a therapist asked for it.';
export const FOOTER_THERAPIST = 'Sent by Attune because you set a follow-up date.';

/** For the operator. */
export const foreignPlan = (id: string): string => `The care plan ${id} is not as its therapist left it: its row was changed in the table. No client is shown it.`;
export const shownAgain = (id: string): string => `The care plan ${id} is shown to its client although it was withdrawn: an earlier state of its row was put back in the table.`;
