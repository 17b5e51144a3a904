import type { HeardSound } from './meeting-engine';

/** What the machine was too busy to hear leaves no mark in the sound itself: the page's clocks show it. Less than that is how clocks are read. */
const MISSING_SECONDS = 0.5;

/** Says where each chunk stands in time. */
export class SoundClock {
  private seq = 0;
  /** How many frames were lost so far. */
  private lost = 0;

  /** @param beganAt of the recording, in milliseconds, by this process's clock that nobody sets */
  constructor(
    private readonly rate: number,
    private readonly beganAt: number,
  ) {}

  /** How many frames there can be by now, with a little for clocks that differ. @param elapsedMs of the recording, by a clock that nobody sets */
  mostFrames(elapsedMs: number): number {
    return (elapsedMs / 1_000 + 5) * this.rate;
  }

  /** @param startFrame as the page counts, which leaves out what is lost @param lostMs of the recording until the chunk was whole */
  place(startFrame: number, pcm: Buffer, lostMs: number): HeardSound {
    const behind = Math.floor((lostMs * this.rate) / 1_000) - this.lost;
    if (behind > MISSING_SECONDS * this.rate) this.lost += behind;
    const start = startFrame + this.lost;
    return { seq: this.seq++, startFrame: start, heardAt: this.beganAt + (start / this.rate) * 1_000, pcm };
  }
}
