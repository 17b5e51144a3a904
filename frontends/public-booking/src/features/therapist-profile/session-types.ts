import type { PublicService } from '../../wire';

type SessionType = PublicService['session_type'];

/** How a service takes place, on its badge. */
export function meetingLabel({ session_type, online_place }: PublicService): string {
  const online = online_place === 'video' ? 'online' : 'by telephone';
  return { online, 'in-person': 'in-person', both: `${online} or in-person` }[session_type];
}

/** How a therapist works, over all services. */
export function waysOfMeeting(types: readonly SessionType[]): string | undefined {
  if (types.length === 0) return undefined;
  const online = types.some((type) => type !== 'in-person');
  const inPerson = types.some((type) => type !== 'online');
  if (online && inPerson) return 'Online and in person';
  return online ? 'Online' : 'In person';
}
