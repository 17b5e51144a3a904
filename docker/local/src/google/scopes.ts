const PREFIX = 'https://www.googleapis.com/auth/';

/** What calendar scopes let the product do, in the words of the consent page. */
const WORDS: Record<string, string> = {
  calendar: 'See, edit, share and permanently delete all your calendars',
  'calendar.readonly': 'See and download any of your calendars',
  'calendar.events': 'View and edit events on all your calendars',
  'calendar.events.readonly': 'View events on all your calendars',
  'calendar.events.owned': 'See, create, change and delete events on calendars you own',
  'calendar.events.owned.readonly': 'See the events on calendars you own',
  'calendar.events.freebusy': 'See the availability on calendars you have access to',
  'calendar.freebusy': 'View your availability in your calendars',
  'calendar.calendarlist': 'See, add and remove calendars you are subscribed to',
  'calendar.calendarlist.readonly': 'See the list of calendars you are subscribed to',
  'calendar.calendars': 'See and change the properties of calendars, and create secondary calendars',
  'calendar.calendars.readonly': 'See the title, description and time zone of calendars',
  'calendar.app.created': 'Make secondary calendars, and see, create, change and delete events on them',
};

/** A scope without Google's prefix. */
export function scopeName(scope: string): string {
  return scope.startsWith(PREFIX) ? scope.slice(PREFIX.length) : scope;
}

/** Scopes that a person may leave out one by one; who somebody is comes with every consent. */
export function isCalendarScope(scope: string): boolean {
  return /^calendar(?:\.|$)/.test(scopeName(scope));
}

export function scopeWords(scope: string): string {
  return WORDS[scopeName(scope)] ?? scopeName(scope);
}
