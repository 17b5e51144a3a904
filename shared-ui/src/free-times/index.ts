/** Choosing a free day and time, and how such a time is written. */
export { FreeTimePicker } from './free-time-picker';
export { useFreeTimes, type FreeTimes, type FreeTimesSource } from './use-free-times';
export { dayAndTime, placedTime, visitorTime } from './zone-sentence';
