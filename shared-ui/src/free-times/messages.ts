/** Sentences around the choice of a day and a time. */
export const freeTimeMessages = {
  calendarLabel: 'Choose a day',
  chooseDay: 'Choose a day to see its free times.',
  dayIsFull: 'No free times are left on this day. Please choose another.',
  monthIsFull: (month: string) => `No free times in ${month}.`,
  nothingSoon: (until: string) => `No free times up to and including ${until}. New ones may open at any moment, so please look again.`,
  loadFailed: 'The free times could not be loaded.',
  loading: 'Loading free times',
  yourTime: 'your time',
  lookAgain: 'Look again',
  tryAgain: 'Try Again',
  timesOn: (day: string) => `Free times on ${day}`,
  timesFound: (count: number, day: string) => `${count} free ${count === 1 ? 'time' : 'times'} on ${day}`,
} as const;
