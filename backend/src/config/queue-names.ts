/** Every queue of the product, as operators name them in ACTIVE_QUEUES. A worker opens a queue only when it has jobs to handle. */
export const QUEUE_NAMES = [
  'mail',
  'note-files',
  'note-analysis',
  'calendar-sync',
  'meeting-record',
  'meeting-transcribe',
  'meeting-analyse',
  'maintenance',
] as const;

export type QueueName = (typeof QUEUE_NAMES)[number];

function isQueueName(name: string): name is QueueName {
  return (QUEUE_NAMES as readonly string[]).includes(name);
}

/**
 * The queues that this worker takes (ACTIVE_QUEUES); all of them when nothing is picked.
 * @throws Error naming every unknown queue
 */
export function pickQueues(list: string | undefined): readonly QueueName[] {
  const picked = (list ?? '').split(',').map((name) => name.trim()).filter(Boolean);
  if (picked.length === 0) return QUEUE_NAMES;
  const unknown = picked.filter((name) => !isQueueName(name));
  if (unknown.length > 0) throw new Error(`ACTIVE_QUEUES names unknown queues: ${unknown.join(', ')}. Known: ${QUEUE_NAMES.join(', ')}.`);
  return QUEUE_NAMES.filter((name) => picked.includes(name));
}
