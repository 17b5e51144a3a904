import { ReadyText } from '../public-reads/ready-text';

/** A page that is ready to be sent. */
export class PageText extends ReadyText {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}
