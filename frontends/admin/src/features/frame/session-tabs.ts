/** What the tabs of an administrator's browser tell each other of the session that they share. */
export type TabMessage = { type: 'extended' } | { type: 'ended'; cause: 'logout' | 'expired' };

const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('attune-admin-session');

export function tellTabs(message: TabMessage): void {
  tabs?.postMessage(message);
}

/** @returns what ends the listening */
export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => listener(data);
  tabs?.addEventListener('message', hear);
  return () => tabs?.removeEventListener('message', hear);
}
