/** Sentences for people. */
export const noSuchForm = 'This link does not lead to a form. Please use the link in the newest mail, or ask your therapist for another one.';
export const formOver = 'This form cannot be filled in any more.';
export const codeNeeded = 'This form has answers already. Enter the code that we mail you to go on here.';
export const formChanged = 'Your therapist has changed this form meanwhile. What you answered is kept; please look at it again.';
export const alreadyCompleted = 'This form is completed already.';
export const noSuchQuestion = 'This question is not in the form any more.';
export const answerTooLarge = 'An answer can have at most 10,000 characters.';
export const tooMuchInAll = 'All answers together are too long for this form. Please shorten one of them.';
export const requiredQuestion = 'Please answer this question.';
export const stillMissing = (count: number): string => (count === 1 ? 'One question still needs an answer.' : `${count} questions still need an answer.`);
export const signHere = 'Please type your name to sign.';
export const tooLong = (most: number): string => `This can have at most ${most.toLocaleString('en-US')} characters.`;
export const codeGiven = 'This is the code that signs in to your portal. Give it to nobody, in no form.';
export const noEmail = 'Please enter a valid email address';
export const noPhone = 'A phone number has digits, spaces and + ( ) - . / only';
export const noDate = 'Please enter a date that exists.';
export const noNumber = 'Please enter a number.';
export const noRating = 'Please choose a number from 1 to 10.';
export const optionGone = 'This choice is not offered any more. Please choose again.';
export const wrongKind = 'This is not an answer to this question.';
export const resendWait = (seconds: number): string => `Please wait ${seconds} seconds before you ask for another code.`;
export const openedTooOften = 'This form was opened very often within the hour. Please try again later; what you answered is kept.';
export const savedTooOften = 'Answers were saved very often within the hour. Please wait a moment; what you typed is kept on this page.';
export const tooManyCodes = 'Too many codes were asked for this form. Please try again in an hour.';
export const wrongCode = (left: number): string => `This code is not right. ${left === 1 ? 'One try is left.' : `${left} tries are left.`}`;
export const codeSpent = 'This code cannot be used any more. Please ask for another one.';
/** For the people who run the installation. */
export const foreignAddress = 'The client’s address was changed in the database by somebody else than Attune, so no code was sent there.';
