/** Sentences that operators read. */
export const noPractice = (whom: string): string => `There is no therapist ${whom} here.`;
export const folderThere = (folder: string): string => `${folder} is there already. Name a folder that is not.`;
export const unreadable = (place: string): string => `${place} does not open: it was changed, or given to somebody else.`;
export const plainText = 'The folder holds the whole practice as plain text: names, addresses, and what was said in sessions. Keep it encrypted, hand it over to nobody but the therapist, and delete it afterwards.';

/** What lies beside the other files, for whoever opens the folder. */
export function readMe(left: Readonly<Record<string, string>>, missing: readonly string[]): string {
  const lines = [
    'A practice, exported from Attune.',
    '',
    plainText,
    '',
    'practice.json         everything that the practice keeps, by practice.schema.json',
    'clients.csv           its clients, for a spreadsheet',
    'appointments.csv      its appointments, for a spreadsheet',
    'appointments.ics      its appointments that were not cancelled, for a calendar',
    'files/                photographs and documents of notes, by client',
    'recordings/           sound of recorded sessions that is kept still',
    'pictures/             what the practice shows of itself',
    '',
    'Not in it, by tables:',
    ...Object.entries(left).sort(([one], [other]) => (one < other ? -1 : 1)).map(([table, reason]) => `  ${table}: ${reason}`),
    ...(missing.length > 0 ? ['', 'What could not be read:', ...missing.map((each) => `  ${each}`)] : []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

export const mailsOnTheirWay = (mails: number): string => `${mails === 1 ? 'One mail' : `${mails.toLocaleString('en')} mails`} of the practice ${mails === 1 ? 'is' : 'are'} on the way. Wait until ${mails === 1 ? 'it is' : 'they are'} sent; failed jobs are in the administrators’ area.`;
export const exportIsElsewhere = (folder: string): string => `The deletion has begun, and ${folder} is not the export that was made before it. Name the folder of that one.`;
export const notImported = (sentence: string): string => `Not here: ${sentence}`;
export const notInExport = (sentence: string): string => `Not in the export: ${sentence}`;
export const rowsCame = (table: string): string => `Something wrote into ${table} meanwhile. Run it again.`;

export const noExport = (folder: string): string => `${folder} is no export of a practice: there is no practice.json in it.`;
export const otherVersion = (schema: unknown): string => `This is ${typeof schema === 'string' ? `“${schema.slice(0, 60)}”` : 'no version of an export'}, which this version of the product does not take in. Export the practice with the same version of the product.`;
export const noJson = (why: string): string => `practice.json is no JSON: ${why.slice(0, 200)}`;
export const notAsExported = (where: string): string => `practice.json is not as it is exported: ${where.slice(0, 300)}.`;
export const notOneTherapist = 'practice.json is not the export of one practice: it has no account of its therapist.';
export const fileMissing = (path: string): string => `${path} is missing, or is no file of the export.`;
export const twoFiles = (path: string): string => `it has two files for one row (${path})`;
export const fileChanged = (path: string): string => `${path} is not as it was exported.`;
export const changedMeanwhile = (path: string): string => `${path} was changed meanwhile.`;
export const therapistThere = 'The practice is here already, or another one with its email address or Google account. Nothing was changed.';
export const perhapsHere = (id: string): string => `The database went away at the last moment: the practice is here whole, or not at all. Look with: practice prove --therapist ${id}`;
export const idsThere = (table: string): string => `Something of the practice is here already (${table}). Nothing was changed.`;
export const notTaken = (table: string, rule: string | undefined): string => `The database does not take a row of ${table}${rule === undefined ? '' : ` (${rule})`}: it is not as it was exported, or did not open there. Nothing was changed.`;
export const notItsOwn = (table: string): string => `practice.json has rows of ${table} that are not the practice’s, or name what is not. Nothing was changed.`;

/** What no import brings along, for whoever moved. */
export const STAYS_BEHIND = [
  'Links in mails of the other installation (to appointments, forms, waiting lists and consents) lead there. The next mail from here has a new one, and clients find everything after they sign in.',
  'Nothing was sent. Reminders of appointments to come go out from here.',
  'Google’s calendar is not connected: what stands there blocks no time until the therapist connects it.',
  'The therapist signs in with their Google account. Two-step sign-in is set up anew; the secret address of the calendar is made anew.',
  'Clients’ accounts stay there. Whoever signs in here with the address that the practice has finds their records.',
  'Who wanted no reminders or no mails of the practice has to say so again.',
  'The activity log, and who opened records in an emergency, stay with the other installation.',
] as const;

/** In the administrators' status. */
export const termsOver = (over: readonly { kind: string; overdue: number }[]): string =>
  `Older than they are kept: ${over.map(({ kind, overdue }) => `${kind} (${overdue.toLocaleString('en')})`).join(', ')}.`;
