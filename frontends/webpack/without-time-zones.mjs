/**
 * Stands in for @date-fns/tz in the build. The calendar widget imports it for a `timeZone` setting that we never use: dates
 * reach it as plain days, and zones are the server's matter.
 */
export class TZDate extends Date {
  constructor() {
    throw new Error('The calendar is built without time zones; give it plain days.');
  }

  static tz() {
    return new TZDate();
  }
}
