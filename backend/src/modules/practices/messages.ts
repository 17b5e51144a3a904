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
export const notInExport = (sentence: string): string => `Not in the export: ${sentence}`;
export const rowsCame = (table: string): string => `Something wrote into ${table} meanwhile. Run it again.`;
