/**
 * What many people share: so much of it in this process. No network takes more than it leaves to all others, which for one alone is half, for a second one
 * beside it a quarter of all, and so on: a line of the internet has as many addresses and accounts as it likes, and two of them do not fill it.
 */
export class Shared {
  private readonly ofNetworks = new Map<string, number>();
  private taken = 0;

  constructor(private readonly max: number) {}

  /** @param network see `subnetOf` */
  hasRoom(network: string, amount = 1): boolean {
    return this.of(network) + amount <= this.max - this.taken;
  }

  /** What a network has of it now. */
  of(network: string): number {
    return this.ofNetworks.get(network) ?? 0;
  }

  /** @param amount less than nothing for what is given back */
  add(network: string, amount: number): void {
    this.taken += amount;
    const sum = this.of(network) + amount;
    if (sum === 0) this.ofNetworks.delete(network);
    else this.ofNetworks.set(network, sum);
  }
}
