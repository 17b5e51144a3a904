/** A form that somebody fills in: which questions are shown, what is wrong with answers, and how it looks. */
export { IntakeFormView, type AnswerProblems, type IntakeFormViewProps } from './intake-form-view';
export { answerProblem, isAnswered, typedNumber } from './answer-problem';
export { hasOptions, pagesOf, shownQuestions, type Answers, type AnswerValue, type Question, type QuestionType, type ShowIf } from './question';
