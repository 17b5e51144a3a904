/** Why the queue's server carries no jobs, as `worker_heartbeats.details` has it. All but the first are of one that answers. */
export type QueueTrouble = 'away' | 'read_only' | 'disk' | 'memory' | 'replicas' | 'refuses';

/** What is wrong and who mends it, for the log and for administrators. */
export const QUEUE_TROUBLES: Readonly<Record<QueueTrouble, string>> = {
  away: 'Redis does not answer.',
  read_only: 'Redis takes nothing: it is a read-only copy of another server. Whoever runs Redis makes it the first one again, or names the first one in REDIS_URL.',
  disk: 'Redis takes nothing, since it could not save its data. Whoever runs Redis looks at its log and makes room on its disk.',
  memory: 'Redis takes nothing, since its memory is full (maxmemory). Whoever runs Redis gives it more, or takes out what others keep in it.',
  replicas: 'Redis takes nothing, since too few of its copies are connected (min-replicas-to-write). Whoever runs Redis brings them back.',
  refuses: 'Redis answers, but the user of REDIS_URL may not write. Whoever runs Redis gives it that right, or REDIS_URL the right password.',
};

/** By the first word of what Redis answers. */
const ANSWERS: Readonly<Record<string, QueueTrouble>> = {
  READONLY: 'read_only',
  MISCONF: 'disk',
  OOM: 'memory',
  NOREPLICAS: 'replicas',
  NOPERM: 'refuses',
  NOAUTH: 'refuses',
  WRONGPASS: 'refuses',
};

/** What a write's failure says. One that answers something else, such as that it is still loading, counts as away. */
export function troubleIn(error: unknown): QueueTrouble {
  const [word = ''] = (error instanceof Error ? error.message : '').split(' ', 1);
  return ANSWERS[word] ?? 'away';
}

/** Of what a worker wrote, maybe one of another version. */
export function isQueueTrouble(text: string | null): text is QueueTrouble {
  return text !== null && Object.hasOwn(QUEUE_TROUBLES, text);
}
