import type { GoogleStore } from '../google-store';
import { CalendarControl } from './calendar-control';
import { CalendarEvents } from './calendar-events';
import { Channels } from './calendar-channels';
import { Faults } from './calendar-faults';
import { CalendarStore, type Json } from './calendar-store';

/** A request as it came in, for who wants to know what was asked. */
export interface SeenRequest {
  method: string;
  /** From after `/calendar/v3`. */
  path: string;
  query: Record<string, string>;
  body: Json;
}

const REQUESTS_KEPT = 500;

/** The demo Google's calendar: its data, its pushes, what goes wrong on demand, and the hand that plays a person. */
export class GoogleCalendar {
  /** Where events link to, as `?eid=` of this page. */
  eventPage = 'https://www.google.com/calendar/event';
  readonly faults = new Faults();
  readonly requests: SeenRequest[] = [];
  readonly store: CalendarStore;
  readonly channels: Channels;
  readonly events: CalendarEvents;
  readonly control: CalendarControl;

  constructor(google: GoogleStore) {
    this.store = new CalendarStore(google);
    this.channels = new Channels(this.store, this.faults);
    this.events = new CalendarEvents(this.store);
    this.control = new CalendarControl(google, this);
    this.store.onChange = (owner, calendar) => this.channels.changed(owner, calendar);
  }

  remember(request: SeenRequest): void {
    this.requests.push(request);
    if (this.requests.length > REQUESTS_KEPT) this.requests.shift();
  }

  /** Ends pushes under way and puts everything on disk. */
  close(): void {
    this.channels.close();
    this.store.flush();
  }
}

const calendars = new WeakMap<GoogleStore, GoogleCalendar>();

/** The one calendar that belongs to a store of accounts. */
export function googleCalendar(store: GoogleStore): GoogleCalendar {
  const calendar = calendars.get(store) ?? new GoogleCalendar(store);
  calendars.set(store, calendar);
  return calendar;
}
