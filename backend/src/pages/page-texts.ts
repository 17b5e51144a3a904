/** A page that is ready to be sent. */
export interface PageText {
  status: number;
  body: string;
  etag: string;
}

interface Making {
  page: Promise<PageText>;
  /** Somebody else waits for it too. */
  shared: boolean;
}

/** How long a page is kept that several asked for at once: so it is made a few times in a second at most. */
const KEPT_MS = 200;
/** Pages are up to some hundred kilobytes. */
const MOST_KEPT = 32;

/**
 * Makes a page once for all who ask for it at the same moment, those included who want its head or have it already. One that nobody else waited for is
 * not kept: whoever changes something reads it at once.
 */
export class PageTexts {
  private readonly made = new Map<string, Making>();

  /** @param key all that the page depends on beside the database */
  take(key: string, make: () => Promise<PageText>): Promise<PageText> {
    const known = this.made.get(key);
    if (known) {
      known.shared = true;
      return known.page;
    }
    const making: Making = { page: make(), shared: false };
    this.made.set(key, making);
    const forget = (): void => {
      if (this.made.get(key) === making) this.made.delete(key);
    };
    making.page.then(
      () => (making.shared && this.made.size <= MOST_KEPT ? setTimeout(forget, KEPT_MS).unref() : forget()),
      forget,
    );
    return making.page;
  }
}
