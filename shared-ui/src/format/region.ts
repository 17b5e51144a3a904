/** What a browser's language says about its reader's region. The texts of the product are English everywhere. */
export interface Region {
  /** For the browser's own formatters: the Gregorian calendar and latin digits, whatever the language. */
  locale: string;
  /** Names of days and months are written out here, without the browser's formatters. */
  english: boolean;
  /** 0 is Sunday. */
  weekStartsOn: Weekday;
  /** 'Nov 24' rather than '24 Nov'. */
  monthFirst: boolean;
  /** People say '2:00 pm'. */
  twelveHours: boolean;
}

export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** What not every browser has yet (a method in some, a property in others). */
type WeekTelling = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** Where the week begins on another day than Monday, for browsers that do not tell (Unicode CLDR, supplemental weekData). */
const SATURDAY = /AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY/;
const SUNDAY =
  /AG|AS|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PT|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW/;

const PLAIN = 'en-GB';
/** For words that are the same for every reader. */
export const PLAIN_REGION: Region = { locale: PLAIN, english: true, weekStartsOn: 1, monthFirst: false, twelveHours: false };
const known = new Map<string, Region>();

/** The region of this browser. */
export function region(): Region {
  const language = globalThis.navigator?.language || PLAIN;
  let found = known.get(language);
  if (!found) known.set(language, (found = read(language)));
  return found;
}

function read(language: string): Region {
  try {
    const named: WeekTelling = new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' });
    const locale = named.toString();
    const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric' }).formatToParts(0).map(({ type }) => type);
    return {
      locale,
      english: named.language === 'en',
      weekStartsOn: weekStart(named),
      monthFirst: parts.indexOf('month') < parts.indexOf('day'),
      twelveHours: parts.includes('dayPeriod'),
    };
  } catch {
    return PLAIN_REGION;
  }
}

function weekStart(locale: WeekTelling): Weekday {
  const told = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  if (told !== undefined) return (told % 7) as Weekday;
  const country = locale.maximize().region ?? '';
  if (country === 'MV') return 5;
  if (SATURDAY.test(country)) return 6;
  return SUNDAY.test(country) ? 0 : 1;
}

/** '2:00 pm' for '14:00', where the reader's region writes so; else nothing. */
export function twelveHourTime(time: string): string | undefined {
  if (!region().twelveHours) return undefined;
  const [hour = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** '14:00', with '(2:00 pm)' beside it where the reader's region writes so. */
export function clockTime(time: string): string {
  const beside = twelveHourTime(time);
  return beside === undefined ? time : `${time} (${beside})`;
}
