/** Choosing a free day and time, and how such a time is written. */
export { FreeTimePicker } from './free-time-picker';
export { bringIntoSight, useFailureInSight } from './in-sight';
export { useFreeTimes, type FreeTimes, type FreeTimesSource } from './use-free-times';
export { dayAndTime, ownTimeFirst, readersMoment } from './zone-sentence';
