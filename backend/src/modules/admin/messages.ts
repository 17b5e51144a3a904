/** Sentences people read. */
export const signInFirst = 'Please sign in first.';
export const noSuchTherapist = 'There is no such therapist.';
export const tooManyExports = 'You have taken many files of the log within an hour. Please wait and try again.';
export const ACTIVITY_COLUMNS = ['Time (UTC)', 'Action', 'By', 'Name', 'User id', 'About', 'About whom', 'About id', 'Details', 'Entry'] as const;
export const noSuchJob = 'There is no such job.';
export const jobNotFailed = 'This job is no longer among the failed ones. Please refresh the list.';
export const noSuchAccess = 'There is no such access.';
export const accessEnded = 'This access has ended. Please open a new one if you still need to look.';
export const accessOpenAlready = 'You have this client’s record open already.';
export const threeOpen = 'You have three records open, and no more can be open at once. Please end one of them first.';
export const clientMissing = 'Please enter the client’s whole email address or the id of one of their bookings';
export const noSuchRecord = 'There is no record under this address or booking id. Please check it letter by letter; each try is counted and kept.';
export const tooManyLookups = 'You have looked for too many records within an hour. Please wait and try again.';
export const reasonShort = 'Please say in at least 20 characters of words why you need to look';
export const reasonInWords = 'Please give the reason in words, at least three different ones: the therapist and the client will read it';

/** What the status says of each part. */
export const databaseNote = 'Everything the product keeps.';
export const keptTooLong = 'Records have been kept days longer than their term: upkeep does not reach them, or nobody has pruned the activity log. `npm run practice -- retention` says which.';
/** @param minutes more than the database's; less, below nought */
export const clocksDiffer = (minutes: number): string =>
  `The clock of this server is ${Math.abs(minutes)} ${Math.abs(minutes) === 1 ? 'minute' : 'minutes'} ${minutes > 0 ? 'ahead of' : 'behind'} the database’s, so codes may end too early or too late, and mails may be late. Please let both be set by the network (NTP).`;
export const queueFine = 'Mails and other jobs are done as they come.';
export const queueBuiltIn = 'There is no Redis: one worker takes its jobs straight from the database. Nothing is lost across a restart.';
export const queueDown = (trouble: string): string => `${trouble} Jobs wait in the database and follow when it is back.`;
export const upkeepWaits = 'Upkeep, or the deletion of files, has waited for more than 15 minutes. Please look at the worker’s log and at the file storage.';
export const noWorker = 'No worker is running. Jobs wait in the database until one is started.';
export const mailFine = 'Mails are handed to this server.';
export const mailOnThisMachine =
  'Mails are handed to a server on this machine. In the local product that is the catcher: read them at /dev/mail.';
export const mailWaits = 'Mails could not be handed over and wait for their next try.';
export const mailOff = 'No mail server is configured (SMTP_URL). Mails wait.';
export const signInFine = 'Therapists sign in with Google.';
export const signInDemo = 'A demo Google signs anybody in. It is not for real practices.';
export const signInOff = 'No Google client is configured, so therapists cannot sign in.';
export const calendarOff = 'No Google client is configured, so no calendar can be connected.';
export const calendarNoWorker = 'No worker is running, so no calendar is brought into step until one is started.';
export const calendarsFine = (count: number): string => (count === 0 ? 'Nobody has connected a calendar yet.' : count === 1 ? 'One calendar is in step.' : `${count} calendars are in step.`);
export const calendarsOutOfStep = (count: number): string =>
  count === 1 ? 'One calendar is out of step; its therapist was told.' : `${count} calendars are out of step; their therapists were told.`;
export const ruleBased = 'rule-based summary';
export const aiByRules = 'Notes are summarised by rules on this server; no language model is set up (OPENAI_API_KEY).';
export const aiByModel = 'Notes are read by the language model, with the names that the record knows replaced by placeholders.';
export const aiSwitchedOff = 'The language model is switched off here. Notes are summarised by rules on this server.';
export const aiFailing = (failures: number): string => `${failures} of the last day’s runs failed. Where the language model fails, the rules summarise the note and say so.`;
export const transcriptionOff = 'No text is made of recorded sound: neither an endpoint (TRANSCRIPTION_MODEL and its key) nor a model on this server (TRANSCRIPTION_MODEL_DIR) is set up.';
export const transcriptionModuleMissing = 'No text is made of recorded sound: the package sherpa-onnx-node, which the model in TRANSCRIPTION_MODEL_DIR needs, is not installed for this system.';
export const transcriptionHere = 'Text of recorded sound is made on this server; no sound leaves it.';
export const transcriptionSent = (host: string): string => `Recorded sound is sent to ${host}, which makes text of it.`;
export const aiSpent = 'As many questions as are allowed in all on one day were asked (OPENAI_DAILY_LIMIT_IN_ALL). Until the next day, which begins at midnight UTC, notes are summarised by rules on this server.';
export const transcriptionSpent = 'As much sound as is allowed in all on one day was sent (TRANSCRIPTION_DAILY_LIMIT_IN_ALL). Transcripts wait, and go on at midnight UTC.';
export const transcriptionNoWorker = 'No worker is running, so no text is made of recorded sound until one is started.';
export const aiNoWorker = 'No worker is running, so no note is analysed until one is started.';
export const diskEngine = 'Disk';
export const storageOnDisk = 'Files and recordings are on this machine’s disk.';
export const storageInBucket = 'Files and recordings are in a bucket.';
export const bucketFull = (megabytes: number): string =>
  `Files and recordings take all of the ${megabytes.toLocaleString('en')} MB that there are for them (STORAGE_IN_ALL_MB), so no more are taken. What is stored is safe. Please allow more, where the bucket has it.`;
export const diskFull = (megabytes: number): string =>
  `Less than ${megabytes.toLocaleString('en')} MB of the disk are free (DISK_RESERVE_MB), so files and recordings are refused. What is stored is safe. Please make room.`;
export const logEnforced = 'The database keeps the application from changing what is written.';
export const logNotEnforced =
  'Not enforced: the application uses the owner’s database role. Set MIGRATION_DATABASE_URL and DATABASE_URL to two roles.';
export const noEngine = 'none';

/** The mail to a therapist whose client's record an administrator has opened. */
export const noticeSubject = 'An administrator has opened a record of yours';
export const noticeGreeting = 'Hello,';
export const noticeOpening =
  'An administrator of this Attune installation has opened the record of one of your clients in an emergency. The access is for reading only; nothing can be changed through it.';
export const noticeWho = 'Administrator';
export const noticeSince = 'Opened';
export const noticeUntil = 'Ends by itself at the latest';
export const noticeWhere =
  'Whose record it is, and the reason that the administrator gave, are not in this mail. Please sign in to read them. Your client sees them too.';
export const noticeLink = 'Read the reason on your dashboard';
export const noticeAsks = 'Not expected?';
export const noticeWhatToDo = 'Read the reason first. If it does not explain the access, ask whoever runs this installation at once; the log keeps who opened the record and when.';
export const noticeFooter = 'Sent by Attune because a record of yours can be read by somebody else. This mail cannot be turned off.';

export const foreignAccess = (id: string) => `The emergency access ${id} was not opened by this product, or was changed since; it opens nothing.`;
export const noticeMissing = (id: string, at: string) => `A therapist was not told of the emergency access ${id}, opened at ${at}: its notice was never sent, or was taken away.`;
export const accessBack = (id: string) => `The emergency access ${id} is open, although the log says that it was ended: an earlier row was put back.`;
export const accessUnlogged = (id: string) => `The emergency access ${id} is not in the log, which tells of every one: its entry was swallowed or taken away.`;
export const accessUntold = (id: string) =>
  `The activity log did not keep an entry of the emergency access ${id}: something in the database took it away. The access was ended. Run \`npm run audit:verify\`.`;
export const accessGone = (id: string) => `The emergency access ${id} is in the log but was deleted since, with its notice.`;
