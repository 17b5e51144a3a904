const MEGABYTE = 1024 * 1024;

/** In the unit that says it shortest: `512 MB`, `19.9 GB`. */
function sizeOf(bytes: number): string {
  const [size, unit] = bytes < 1024 * MEGABYTE ? [bytes / MEGABYTE, 'MB'] : [bytes / MEGABYTE / 1024, 'GB'];
  return `${size.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

export const noRoom = (used: number, all: number): string =>
  `Your recordings and files take ${sizeOf(used)} of the ${sizeOf(all)} that there is for you, so this finds no room. Delete files that you need no more, or ask whoever runs this installation for more.`;
export const noRoomForNewcomers = (all: number, ofPractice: number): string =>
  `Practices that no signed-in client has confirmed yet share ${sizeOf(all)} for recordings and files, and that is taken. Once a client of yours has signed in, and booked with you or said that they come to you, there is ${sizeOf(ofPractice)} for you alone. Until then, ask whoever runs this installation.`;
export const noRoomForUnsettled = (all: number): string =>
  `Practices that are here for less than a month share ${sizeOf(all)} of this installation’s room for recordings and files, and that is taken. What is stored already is safe. Please ask whoever runs this installation for more, or try again later.`;
export const bucketFull = 'What this installation may store is almost used up, so nothing more is stored just now. What is stored already is safe. Please tell whoever runs it.';
export const diskFull = 'The disk of this installation is almost full, so nothing more is stored just now. What is stored already is safe. Please tell whoever runs it.';
