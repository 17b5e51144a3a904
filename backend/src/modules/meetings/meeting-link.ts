import type { MeetingPlatform } from '../../integrations/meetings/meeting-engine';

/** Where a meeting takes place, as the wire names it. */
export const PLATFORMS = ['google_meet', 'zoom'] as const satisfies readonly MeetingPlatform[];
export type { MeetingPlatform };

const LONGEST = 2_000;
const MEET_ROOM = /^\/[a-z]{3}-[a-z]{4}-[a-z]{3}\/?$/;
const ZOOM_HOST = /^(?:[a-z0-9-]{1,63}\.){0,3}zoom\.us$/;
const ZOOM_ROOM = /^\/(?:j\/\d{9,12}|wc\/(?:join\/)?\d{9,12}(?:\/join)?)\/?$/;

/**
 * Which platform a link leads to. Everything but the addresses of meetings themselves is refused: a bot that opens links is a browser inside of
 * our network.
 * @param testOrigin of this machine, whose meetings count as well; tests alone have one
 * @returns undefined for what is no link to a meeting
 */
export function platformOf(link: string, testOrigin?: string): MeetingPlatform | undefined {
  if (link.length > LONGEST || !URL.canParse(link)) return undefined;
  const { origin, protocol, hostname, port, username, password, pathname } = new URL(link);
  if (origin === testOrigin) return MEET_ROOM.test(pathname) ? 'google_meet' : ZOOM_ROOM.test(pathname) ? 'zoom' : undefined;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return undefined;
  if (hostname === 'meet.google.com') return MEET_ROOM.test(pathname) ? 'google_meet' : undefined;
  return ZOOM_HOST.test(hostname) && ZOOM_ROOM.test(pathname) ? 'zoom' : undefined;
}
