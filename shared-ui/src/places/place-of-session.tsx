import { UserText } from '../components/user-text';
import styles from './place-of-session.module.css';
import { telephoneLink } from './telephone-link';

/** Where an appointment takes place, as the contract spells it. */
export interface AgreedPlace {
  /** Null for earlier appointments, which agreed on none. */
  place_kind: 'in-person' | 'video' | 'therapist-calls' | 'client-calls' | null;
  /** The address, link or number; null while it follows from the therapist. */
  place_detail: string | null;
}

type PlaceKind = NonNullable<AgreedPlace['place_kind']>;

const WORDS: Record<PlaceKind, string> = {
  'in-person': 'In person',
  video: 'By video',
  'therapist-calls': 'By telephone: your therapist calls you',
  'client-calls': 'By telephone: call your therapist',
};

const OPEN: Partial<Record<PlaceKind, string>> = {
  'in-person': 'The address follows from your therapist',
  video: 'The link follows from your therapist',
  'client-calls': 'The number follows from your therapist',
};

interface PlaceOfSessionProps {
  place: AgreedPlace;
  /** What a reader other than the client is told, by kind. */
  words?: Record<PlaceKind, string>;
  /** False: a link or number can be read, and leads nowhere by a click. */
  isLive?: boolean;
}

/** Where to be, to click or to call. Nothing for an appointment that agreed on no place. */
export function PlaceOfSession({ place: { place_kind: kind, place_detail: detail }, words, isLive = true }: PlaceOfSessionProps) {
  if (kind === null) return null;
  const open = words ? undefined : OPEN[kind];
  return (
    <>
      {(words ?? WORDS)[kind]}
      {detail === null ? open && `. ${open}.` : ': '}
      {detail !== null && <Detail kind={kind} detail={detail} isLive={isLive} />}
    </>
  );
}

function Detail({ kind, detail, isLive }: { kind: PlaceKind; detail: string; isLive: boolean }) {
  if (kind === 'in-person' || !isLive) return <UserText preserveLines>{detail}</UserText>;
  const isVideo = kind === 'video';
  return (
    <a href={isVideo ? detail : telephoneLink(detail)} className={styles.link} {...(isVideo && { target: '_blank', rel: 'noreferrer' })}>
      <bdi>{detail}</bdi>
    </a>
  );
}
