/** What many people share: so much of it in this process, and of one network half. A line of the internet has as many addresses and accounts as it likes. */
export class Shared {
  private readonly ofNetworks = new Map<string, number>();
  private taken = 0;

  constructor(private readonly max: number) {}

  /** @param network see `subnetOf` */
  hasRoom(network: string, amount = 1): boolean {
    return this.taken + amount <= this.max && this.hasShare(network, amount);
  }

  /** Whether its network's half has room, whatever others take. */
  hasShare(network: string, amount = 1): boolean {
    return (this.ofNetworks.get(network) ?? 0) + amount <= Math.ceil(this.max / 2);
  }

  /** @param amount less than nothing for what is given back */
  add(network: string, amount: number): void {
    this.taken += amount;
    const sum = (this.ofNetworks.get(network) ?? 0) + amount;
    if (sum === 0) this.ofNetworks.delete(network);
    else this.ofNetworks.set(network, sum);
  }
}
