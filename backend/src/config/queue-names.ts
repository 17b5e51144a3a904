/** Every queue of the product, as operators name them in ACTIVE_QUEUES. A worker opens a queue only when it has jobs to handle. */
export const QUEUE_NAMES = [
  /** Codes that somebody waits for before a page: no other mail is in their way. */
  'code-mail',
  'mail',
  'pictures',
  'note-files',
  'note-analysis',
  'calendar-sync',
  /** Calendars at addresses that strangers name: slow ones keep no account at Google waiting. */
  'calendar-feeds',
  'meeting-record',
  /** Recorded sound that is read or checked, in turns: no transcript waits for it. */
  'meeting-sound',
  /** Lines of sessions that are recorded just now: they wait for no transcript of an hour. */
  'meeting-live',
  'meeting-transcribe',
  'meeting-analyse',
  /** What nobody can open any more, in the storage: one that hangs keeps no upkeep waiting. */
  'deletions',
  'maintenance',
] as const;

export type QueueName = (typeof QUEUE_NAMES)[number];

function namesIn(list: string | undefined): string[] {
  return (list ?? '').split(',').map((name) => name.trim()).filter(Boolean);
}

/** What of a list in ACTIVE_QUEUES is no queue. */
export function unknownQueues(list: string): string[] {
  return namesIn(list).filter((name) => !(QUEUE_NAMES as readonly string[]).includes(name));
}

/** The queues that this worker takes (ACTIVE_QUEUES); all of them when nothing is picked. */
export function pickQueues(list: string | undefined): readonly QueueName[] {
  const picked = namesIn(list);
  return picked.length === 0 ? QUEUE_NAMES : QUEUE_NAMES.filter((name) => picked.includes(name));
}
