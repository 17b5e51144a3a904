const FIRST_BYTES = 4 * 1024;

/** What comes piece by piece, in one buffer that grows: each of thousands of small pieces would take hundreds of bytes of its own. */
export class Gathered {
  /** How many pieces have come. */
  pieces = 0;
  size = 0;
  private taken: Buffer;

  /** @param most bytes that it takes */
  constructor(private readonly most: number) {
    this.taken = Buffer.allocUnsafe(Math.min(FIRST_BYTES, most));
  }

  /** @returns false for a piece that there is no room for, of which nothing is taken */
  add(piece: Buffer): boolean {
    const size = this.size + piece.length;
    if (size > this.most) return false;
    if (size > this.taken.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.most, Math.max(size, 2 * this.taken.length)));
      this.taken.copy(larger, 0, 0, this.size);
      this.taken = larger;
    }
    piece.copy(this.taken, this.size);
    this.size = size;
    this.pieces += 1;
    return true;
  }

  get bytes(): Buffer {
    return this.taken.subarray(0, this.size);
  }
}
