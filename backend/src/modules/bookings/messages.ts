/** Sentences people read. */
export const timeTaken = 'This time is no longer available. Please choose another.';
export const serviceUnknown = 'This service is not offered any more.';
export const placeMissing = 'Please choose: online or in person?';
export const placeNotOffered = (offered: string) => `This service takes place ${offered === 'online' ? 'online' : 'in person'} only. Please choose again.`;
export const phoneMissing = 'Please enter your phone number: your therapist calls you for this session.';
export const phoneMissingInAccount = 'Your therapist calls you for this session. Please add your phone number to your account first, then book it.';
export const clientPhoneMissing = 'Please enter the client’s phone number: you call them for this session.';
export const ownAppointmentThere = 'You have another appointment at this time. Please choose another.';
export const whoseAppointment = 'Please choose one of your clients, or enter a name and an email address.';
export const noSuchClient = 'This is none of your clients.';
export const inThePast = 'This time is over already. Please choose a later one.';
export const tooFarAhead = 'Appointments can be made two years ahead.';
export const outsideHours = (rule: string) => `Clients could not book this time. ${rule}`;
export const inTimeOff = 'Clients could not book this time: time off, something in your calendar, a buffer, or a time that somebody is just booking lies there.';
export const tooManyForClients = 'Very many appointments were made within the hour. Please go on a little later.';
export const honeypot = 'This booking could not be accepted.';
export const tooManyFromHere = 'There have been too many bookings from your connection. Please try again in an hour.';
export const tooManyLooks = 'This appointment was looked at too often. Please try again in an hour, or call your therapist.';
export const tooManyStatuses = 'You have changed this appointment very often. Please try again in an hour.';
export const tooManyMoves = 'This appointment was moved too often. Please try again in an hour, or call your therapist.';
export const sameTime = 'The appointment is at this time already.';
export const notTakingMoves = 'This therapist takes no new appointments here at the moment. You can still cancel.';
export const tooManyTries = 'There have been too many tries to change an appointment. Please try again in an hour, or call your therapist.';
export const tooManyTimesLookedAt = 'Free times were looked at very often. Please try again in an hour, or call your therapist.';
export const tooManyUpcoming = (max: number) => `You have ${max} upcoming appointments already. Please contact your therapist for more.`;
export const rangeTooLong = 'At most 62 days can be asked for at once.';
export const rangeBackwards = 'The first day must not be after the last.';
export const wrongCode = (triesLeft: number) => `This code is not right. You have ${triesLeft === 1 ? 'one try' : `${triesLeft} tries`} left.`;
export const codeExpired = 'This code has expired and the time is no longer held. Please choose a time again.';
export const codeTriesUsedUp = 'This code was entered wrongly too often, so it no longer works. Please ask for a new one.';
export const noSuchHold = 'This time is no longer held. Please choose a time again.';
export const holdConfirmed = 'This appointment is booked already. See the mail about it.';
export const resendWait = (seconds: number) =>
  `A code was sent a moment ago. You can ask for a new one in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
export const tooManyHoldsFromHere = 'Three times are being held for your connection. Please confirm one of them with its code, or try again in 10 minutes.';
export const goThereFirst = 'This is not a practice that you have gone to before. Please say first that it is yours, if you go there.';
export const onlyCompleted = 'Only a completed appointment can be booked again.';
export const notTakingBookings = 'This therapist takes no new appointments here at the moment.';
export const serviceArchived = 'This service is not offered any more, so it cannot be booked again.';
export const noSuchBooking = 'This booking does not exist.';
export const noSuchLink = 'This link does not belong to an appointment. Please use the newest mail about it.';
export const onlyByMailedLink = 'Who booked this appointment is said by the link of the mail about it. Please open that one.';
export const alreadyCancelled = 'This appointment is already cancelled.';
export const alreadyOver = 'This appointment has already taken place.';
export const changedMeanwhile = 'This appointment was changed in the meantime. Please reload and try again.';
export const notFromHere = (from: string, to: string) => `A ${from} appointment cannot become ${to}.`;
export const undoTooLate = 'An appointment can be set back to confirmed within 10 minutes of completing it.';

const hours = (count: number) => `${count} ${count === 1 ? 'hour' : 'hours'}`;
/** With the number, where the therapist shows it. */
const callThem = (phone: string | null) => `Please call your therapist${phone === null ? '' : `: ${phone}`}.`;
export const isOver = (phone: string | null) => `This appointment has begun or is over, so it can no longer be changed here. ${callThem(phone)}`;
export const pastNotice = (noticeHours: number, phone: string | null) =>
  `It is less than ${hours(noticeHours)} until this appointment, so it can no longer be changed here. ${callThem(phone)}`;
export const staysWithAddress =
  'What this practice keeps of your address of before cannot be moved by itself: somebody may have used that address since. Please tell the practice your new address.';
export const noSuchPractice = 'You have no appointment with this practice.';

export const timeGivenAway = 'Somebody else has taken this time meanwhile, so the appointment stays cancelled.';
export const movedMeanwhile = 'This appointment was moved meanwhile. Please look at its new time first.';
export const onlyConfirmedMove = (status: string) => `A ${status} appointment cannot be moved.`;
export const tooManyLinksEnded = 'You have ended these links very often today. Please try again tomorrow.';
export const tooManyMovesHere = 'You have moved this appointment very often. Please try again in an hour.';
export const practiceFull = (most: number) => `A practice has at most ${most.toLocaleString('en')} upcoming appointments, and this would be more. Please cancel those that nobody needs.`;
export const noSeries = 'A series has the same day of the week, every week or every second one, and at most 52 appointments.';
export const ofNoSeries = 'This appointment is not part of a series.';
export const seriesClashes = (count: number, of: number, days: string, reason: string) => `${count} of ${of} appointments ${count === 1 ? 'is' : 'are'} not possible, so nothing was changed: ${days}. ${reason}`;
export const seriesNotBookable = (count: number, of: number, days: string, reason: string) => `Please look at ${count} of these ${of} times: ${days}. ${reason}`;
export const tooManyRefused = 'Very many of these were refused within the hour. Please go on a little later.';
export const tooManySeries = 'Series were made or changed very often. Please go on a little later.';
export const notBegun = 'This session has not begun yet.';
export const cancelledIsNone = 'This appointment is cancelled, so there was no session.';
export const endBeforeStart = 'A session ends after its start, and at most four hours later than planned.';
export const endToCome = 'This time is still to come. Please enter when the session ended.';

export const noSuchTimeOff = 'This time off is no longer there.';
export const blockTimes = 'Hours that cannot be booked need a start and an end.';
export const timeOffTooFar = (years: number) => `Time off can be entered up to ${years} years ahead.`;
export const blockEnd = 'The end must be a time such as 13:30, or 24:00.';
export const blockOfOneDay = 'Hours that cannot be booked are of one day. For several days, choose whole days.';
export const blockBackwards = 'The end must be after the start.';
export const skippedTime = (time: string) => `The clocks change on that day and there is no ${time}.`;
export const twiceShownTime = (time: string) => `The clocks change on that day and it is ${time} twice. The appointment would be at the first of them.`;
export const holidayWithoutTimes = 'Whole days have no times.';
export const holidayBackwards = 'The last day must not be before the first.';
export const holidayTooLong = (days: number) => `At most ${days} days can be taken off at once.`;
export const tooMuchTimeOff = (most: number) => `You have ${most} entries of time off. Please delete old ones first.`;
export const appointmentsInTimeOff = (count: number, counted: number, when: string) =>
  count === 1 ? `1 appointment lies in this time: ${when}. It stays unless you move or cancel it.` : `${count > counted ? `More than ${counted}` : count} appointments lie in this time: ${when}. They stay unless you move or cancel them.`;

/** For the operator. */
export const foreignBooking = (id: string): string => `The booking ${id} was changed in the table, or added there: whose it is, or whether its client's address was proved, is not what the product wrote.`;
export const foreignRequest = (id: string): string => `The request ${id} of somebody who waits was changed in the table, or added there: whether its address was confirmed is not what the product wrote. It is offered nothing.`;

export const noSuchRequest = 'This link does not belong to a request that stands. Please use the newest mail about it.';
export const requestOver = 'This request has ended. You can leave a new one where you looked for a time.';
export const offerOver = 'This time is no longer kept for you. You stay on the waiting list and are told of the next one.';
export const noSuchOffer = 'This time was not offered to you.';
export const offerDeclined = 'You did not want this time, so it was given to somebody else.';
export const wishBackwards = 'The last start must not be before the first.';
export const tooManyRequests = 'There have been too many requests from your connection. Please try again in an hour.';
export const wordLeadsAway = 'This client has not confirmed yet that they come to you. Until then, a word to them holds no web or email address, no telephone number and not the name of this product.';
export const tooManyMailsToUnconfirmed = 'This client has not confirmed yet that they come to you, and has been mailed many times already. Please change their appointments later, or several of a series together.';
export const tooManyPreviews = 'Many series were looked at in the last hour. Please try again later.';

export const onlyLonger = 'Only its length was changed in Google Calendar, and an appointment keeps its length unless it is moved. Please put it back, or cancel it and make another one.';
export const oddLength = 'In Google Calendar it is shorter than 15 minutes or longer than 4 hours, so the appointment cannot follow. Please choose another length there, or put it back.';
export const oddStart = 'The appointment cannot begin at exactly the time that it has in Google Calendar. Please choose a full minute there that the clock shows once on that day, or put it back.';
export const stillComing = (appointments: number): string =>
  `${appointments === 1 ? 'One appointment is' : `${appointments.toLocaleString('en')} appointments are`} still to come. Cancel them first, so that clients are told.`;
export const wishesNotImported = 'Requests of the waiting list that did not open where they were exported.';
