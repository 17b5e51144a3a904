/** State that lives longer than the screens which show it: for `useSyncExternalStore`. */
export class Observable<State extends object> {
  private readonly listeners = new Set<() => void>();

  constructor(private state: State) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly now = (): State => this.state;

  protected set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.listeners]) listener();
  }
}
