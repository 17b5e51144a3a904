/** Sentences for people. */
export const noSuchSession = 'There is no such session.';
export const consentsMissing = 'Both consents are needed before anything is recorded.';
export const consentUsed = 'A session has begun with this consent already. Please ask for consent again.';
export const notetakerIsAway = 'A notetaker of yours is in another meeting, or on its way. Complete or cancel that session first.';
export const otherMeeting = 'The consent was given for another meeting.';
export const otherPlatform = 'The link leads to another platform than the one that was chosen.';
export const notLive = 'This session is over.';
export const fileIsBeingRead = 'The file is being read. It is completed once all of it is.';
export const notCancellable = 'Something is recorded already. Complete the session, or withdraw the consent.';
export const continuedTooOften = 'This recording was interrupted and continued very often within the hour. Please try again later; what is recorded stays.';
export const startedTooOften = 'Very many sessions were begun within the hour. Please try again later.';
export const withdrawnWhileRecording = 'The consent was withdrawn. The recording has stopped, and its sound is destroyed.';
export const recordedElsewhere = 'This session is recorded in another window now.';
export const notPaused = 'This session is not paused.';
export const noSuchPart = 'There is no such part of this session.';
export const notFromDevice = 'This session is not recorded by a device.';
export const notOver = 'This session is not over yet.';
export const playedTooMuch = 'Very much sound was asked for at once. Please try again in a moment.';
export const chunkTooLarge = 'A chunk holds 5 seconds of sound at most.';
export const chunkShape = 'A chunk is sound of 16 bits, mono: an even number of bytes, and not none.';
export const chunkDiffers = 'Other sound is stored under this number already.';
export const chunkOverlaps = 'This chunk begins before the one before it ends.';
export const sentTooOften = 'Very much sound was sent within the hour. Please try again a little later.';
export const storageAway = 'The sound cannot be stored just now. It stays on your device; please try again in a moment.';

/** What is not configured, said before anybody is asked for consent. */
export const zoomMayRefuse = 'Zoom lets in authorised apps only in many meetings. Where it refuses the notetaker, it says so and leaves.';
export const noTranscription = 'Transcription is not configured here.';

/** What everybody in a meeting reads. */
/** A name is cut so that the words behind it are read: platforms cut long ones at their end. */
const LONGEST_NAME = 40;
const cut = (name: string): string => (Array.from(name).length > LONGEST_NAME ? `${Array.from(name).slice(0, LONGEST_NAME - 1).join('')}…` : name);
/** @param words null for one that was sent before notetakers had words */
export const notetakerName = (therapist: string, words: string | null) => `AI Notetaker for ${cut(therapist)}${words === null ? '' : ` · ${words}`} (recording)`;
/** Any account can have any name, so the words tell whose it is. Meet takes 500 signs at once. */
export const notetakerSays = (therapist: string, words: string | null) =>
  `The sound of this meeting is recorded from now on for the notes of ${cut(therapist)}, as both of you agreed. ${words === null ? '' : `The two words of this notetaker are “${words}”. If your therapist does not see these words in their own monitor, do not talk, and remove it from the meeting. `}Either of you can stop it at any moment, and what was recorded is then destroyed.`;

/** How far a session is. */
export const queued = 'It waits for its turn.';
export const allNotetakersAway = 'All notetakers are away in other meetings. Yours comes as soon as one of them is back. If that is too late, cancel and record on this device instead.';
export const joining = 'Nothing is recorded yet.';
export const lobby = 'The notetaker waits to be let in.';
export const noSoundYet = 'No sound is stored yet.';
export const recording = 'It records.';
export const interrupted = 'Interrupted: no sound comes just now, so nothing is recorded. What was stored before is safe.';
export const paused = 'The recording is paused.';
export const processing = 'What was recorded is being checked.';
export const soundIsKept = 'The sound is kept for 7 days.';
export const soundIsGone = 'Its sound was destroyed.';
export const transcriptComes = 'Its transcript is being made.';
export const transcriptMade = 'Its transcript is made and can be checked.';
export const transcriptAccepted = 'Its transcript is accepted.';
export const transcriptFailed = 'No transcript could be made of it.';
export const transcriptGone = 'Its transcript is destroyed.';
export const fileComes = 'The file is on its way.';
export const fileIsRead = 'The file is being read.';

/** Files. */
export const wavOnly = 'WAV files only: MP3, M4A, WebM and OGG cannot be read in this installation.';
export const noSoundFile = 'This is no sound that can be read here. Please use a WAV, MP3, M4A, WebM or OGG file.';
export const notWav = 'This is not a WAV file. Please save the recording as WAV.';
export const wavEncoding = 'This WAV file is of a kind that cannot be read. Please save it as PCM, with 8,000 to 96,000 frames a second.';
export const wavEmpty = 'There is no sound in this file.';
export const fileTooLarge = 'This file is too large. Please use one of at most 500 MB.';
export const fileTooLong = 'This file is too long. Please use one of at most 300 minutes.';
export const notFromFile = 'The sound of this session is no file.';
export const noSuchBlock = 'This file has no such block.';
export const blockTooLarge = 'A block holds 1 MB at most.';
export const blockSize = 'This block has another size than it should.';
export const blocksMissing = 'Parts of the file are missing still.';
export const soundNotExported = (id: string): string => `The sound of the session ${id} does not open.`;
export const soundHasGaps = (id: string): string => `Some of the sound of the session ${id} does not open; it is silent there.`;
export const stillRecording = 'A session is being recorded, or its file is being read. Let it come to its end first.';
export const soundNotImported = (id: string): string => `The sound of the session ${id}, which is not in the export.`;
