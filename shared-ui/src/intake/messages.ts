/** What is said about answers; in the words of the server, which checks them again. */
export const answerMessages = {
  required: 'Please answer this question.',
  tooLong: (most: number) => `This can have at most ${most.toLocaleString('en-US')} characters.`,
  email: 'Please enter a valid email address',
  phone: 'A phone number has digits, spaces and + ( ) - . / only',
  date: 'Please enter a date that exists.',
  number: 'Please enter a number.',
  rating: 'Please choose a number from 1 to 10.',
  optionGone: 'This choice is not offered any more. Please choose again.',
} as const;

export const formMessages = {
  summary: (count: number) => (count === 1 ? 'One answer needs your attention' : `${count} answers need your attention`),
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  answered: (count: number, all: number) => `${count} of ${all} answered`,
  progress: 'Your progress',
  back: 'Back',
  next: 'Next page',
  choose: 'Please choose',
  noAnswer: 'No answer',
  clear: 'Take the answer away',
  earlier: (answer: string) => `Your earlier answer: ${answer}`,
} as const;
