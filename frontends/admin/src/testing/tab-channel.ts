/** Stands for the browser's channel between tabs. */
class TabChannel extends EventTarget {
  private static readonly open = new Set<TabChannel>();

  constructor(private readonly name: string) {
    super();
    TabChannel.open.add(this);
  }

  postMessage(data: unknown) {
    for (const other of TabChannel.open) {
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
    }
  }

  close() {
    TabChannel.open.delete(this);
  }
}

Object.assign(globalThis, { BroadcastChannel: TabChannel });

/** Another tab of the administrator's browser: what it hears, and what it tells. */
export function openOtherTab() {
  const channel = new BroadcastChannel('attune-admin-session');
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent) => heard.push(data));
  return { heard, tell: (message: object) => channel.postMessage(message), close: () => channel.close() };
}
