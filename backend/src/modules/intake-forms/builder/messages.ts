/** Sentences for people. */
export const titleRequired = 'Please enter a form title';
export const titleTooLong = 'The form title can have at most 200 characters.';
export const descriptionTooLong = 'The description can have at most 5000 characters.';
export const questionsRequired = 'Please add at least one question';
export const tooManyQuestions = 'A form can have at most 200 questions.';
export const tooManyForms = (most: number): string => `There are ${most} forms already, archived ones among them. Please change one of those instead.`;
export const savedTooOften = 'Forms were saved very often within the hour. Please try again later; what you typed is kept here.';
export const formTooLarge = 'This form is too large. Please shorten its help texts, or make two forms of it.';
export const questionId = 'A question’s id begins with q_ and has at most 60 letters, digits or _ after it.';
export const questionIdTwice = 'Another question of this form has the same id.';
export const questionType = 'This type of question is not known.';
export const questionRequired = 'Please enter the question.';
export const questionTooLong = 'A question can have at most 500 characters.';
export const helpTextTooLong = 'The help text can have at most 2000 characters.';
export const optionsRequired = 'Please add at least one option.';
export const tooManyOptions = 'A question can have at most 50 options.';
export const optionsNotTaken = 'Only multiple choice, single choice and checkboxes have options.';
export const optionRequired = 'Please enter the option, or delete it.';
export const optionTooLong = 'An option can have at most 200 characters.';
export const optionTwice = 'This option is there already.';
export const notTheProduct = 'A form speaks in your own name, not in that of the product or of the client portal. Please write it without them.';
export const conditionEarlier = 'Please choose a question that comes before this one.';
export const conditionOption = 'Please choose among the answers that the earlier question has.';
export const conditionNumber = 'Please enter a number that can be an answer to the earlier question.';
export const conditionBoth = 'Please choose either answers or a number.';
export const instrumentUnknown = 'This scored questionnaire is not known.';
export const notScored = (name: string): string => `This is not the published ${name} any more, so it cannot be scored: each of its items has to stand once, in order, as a single choice with its own words and options, and always be shown.`;
export const versionForm = 'The version is a whole number from 1.';
export const savedElsewhere = 'This form was saved somewhere else meanwhile. Look at the saved one, or save yours as the newest.';
export const formNotFound = 'There is no such form.';
export const serviceFull = (most: number): string => `This service goes out with ${most} forms already.`;
export const serviceTwice = 'This service is there already.';
export const serviceNotFound = 'There is no such service.';
export const tooManyServices = 'A form can go out with at most 500 services.';
export const tooMuchStored = 'Your forms and their earlier versions take up all the room that there is for them, so no further one can be saved.';

/** For `npm run audit:verify`. */
export const foreignVersion = (id: string): string =>
  `The version ${id} of an intake form does not ask what was saved: its questions were changed in the table, perhaps under answers that somebody signed.`;
