import type { paths } from '../api/schema';

type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** One entry of `/remotes.json`: where a remote's container lies, or that it cannot be reached. */
export type RemoteListing =
  | { name: string; entry: string; runtimeContract: number; unavailable?: false }
  | { name: string; unavailable: true };

/** What the page server writes into the page so that the first view needs no further call. */
export interface PageData {
  remotes: RemoteListing[];
  /** Whether the browser showed a session's cookie; the session itself may be over. */
  signed_in_hint: { user: boolean; admin: boolean };
  public_therapist?: PublicTherapistData;
  /** `google` is true where a loopback stand-in plays Google. */
  demo: { google: boolean };
}

/** A therapist's public page: the profile, its services and the first service's free times. */
export interface PublicTherapistData {
  /** `id:<uuid>` or `slug:<slug>`, as asked for by the address. */
  key: string;
  therapist?: AnswerOf<'/api/public/therapist/{id}'>;
  services?: AnswerOf<'/api/public/therapist/{id}/services'>;
  availability?: { service_id: string; from: string; to: string; answer: AnswerOf<'/api/public/therapist/{id}/availability'> };
  not_found?: true;
}

const ELEMENT_ID = 'attune-page-data';
/** Without inlined data (a page served as a plain file) nothing is known, so the session is asked for. */
const UNKNOWN: PageData = { remotes: [], signed_in_hint: { user: true, admin: true }, demo: { google: false } };

let cached: PageData | undefined;

/** On the server, which draws one page after the other: the data of the next one. */
export function providePageData(data: PageData | undefined): void {
  cached = data;
}

/** The data of this page load. It does not change while the page is open. */
export function readPageData(): PageData {
  cached ??= parse(document.getElementById(ELEMENT_ID)?.textContent);
  return cached;
}

function parse(text: string | null | undefined): PageData {
  if (!text) return UNKNOWN;
  try {
    return { ...UNKNOWN, ...(JSON.parse(text) as Partial<PageData>) };
  } catch (error) {
    console.error('The page data could not be read', error);
    return UNKNOWN;
  }
}
