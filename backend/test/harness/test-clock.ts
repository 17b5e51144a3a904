import { Clock } from '../../src/common/clock/clock';

/** A clock that tests set. It moves on with real time so that nothing stands still by accident. */
export class TestClock extends Clock {
  private offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  set(instant: string): void {
    this.offsetMs = new Date(instant).getTime() - Date.now();
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }
}
