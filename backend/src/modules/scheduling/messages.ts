/** Sentences for people: why a time cannot be booked, and what is wrong with working hours. */
export const noSuchDate = 'That date is not in the calendar.';
export const noSuchTime = 'That is not a time of day.';
export const inThePast = 'That date is in the past. Please choose a day from tomorrow on.';
export const fromTomorrow = 'Appointments can be booked from tomorrow on.';
export const closedDay = 'There are no appointments on that day.';
export const beyondHorizon = (days: number) => `Appointments can be booked at most ${days} ${days === 1 ? 'day' : 'days'} ahead.`;
export const offGrid = (time: string) => `No appointment starts at ${time} on that day.`;
export const skippedTime = (time: string) => `The clocks change on that day and there is no ${time}.`;
export const minimumNotice = (hours: number) => `Appointments must be booked at least ${hours} ${hours === 1 ? 'hour' : 'hours'} ahead.`;

export const sevenWeekdays = 'Each weekday, 0 (Sunday) to 6 (Saturday), must be listed once.';
export const windowTimes = 'A start time must be a time of day such as 09:00.';
export const windowStep = 'Start times must be 5 to 240 minutes apart.';
export const tooManyWindows = 'A day can have at most 6 windows.';
export const hoursPart = 'Working hours are made of fields with names.';
export const hoursList = 'Windows and special days must be a list.';
export const overrideDate = 'A special day must be a date such as 2027-01-31.';
export const tooManyOverrides = 'There can be at most 366 special days.';
export const bufferRange = 'A buffer must be 0 to 240 minutes.';
export const minimumNoticeRange = 'The minimum notice must be 0 to 720 hours.';
export const cancellationNoticeRange = 'The cancellation notice must be 0 to 720 hours.';
export const horizonRange = 'Clients can book 1 to 365 days ahead.';
export const duplicateOverride = (date: string) => `${date} is listed twice.`;
export const lastBeforeFirst = (day: string) => `On ${day} the last start is before the first start.`;
export const windowsOverlap = (day: string) => `The windows on ${day} overlap.`;
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
