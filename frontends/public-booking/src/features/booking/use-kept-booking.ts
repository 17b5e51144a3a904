import { readDrafts, useSession, writeDraft } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { EMPTY_DRAFT, hasDetails, type BookingDraft } from './booking-draft';

/** A time that is kept until the code from the mail is given. Moments are by this device's clock, epoch milliseconds. */
export interface HeldTime {
  id: string;
  email: string;
  until: number;
  /** From when another code can be asked for. */
  resendAt: number;
}

interface Kept {
  typed: BookingDraft;
  held: HeldTime | null;
}

const NOTHING: Kept = { typed: EMPTY_DRAFT, held: null };

/**
 * What a visitor chose and typed for one therapist, and the time that is held: until it is booked, it outlives leaving the page
 * and a reload, in this tab alone.
 */
export function useKeptBooking(therapistId: string) {
  const name = `booking/${therapistId}`;
  const { status, user } = useSession();
  // The page is drawn before the server has said who is signed in.
  const account = status === 'ready' ? (user?.id ?? '') : undefined;
  const [opener, setOpener] = useState(account);
  const [kept, keep] = useState(() => recall(account, name));
  const [isRecalled, setRecalled] = useState(() => isOfSomebody(account, kept));

  useEffect(() => {
    if (account === undefined) return;
    if (opener === undefined) {
      setOpener(account);
      const found = recall(account, name);
      keep((typed) => typed ?? found);
      setRecalled(isOfSomebody(account, found));
    } else if (opener === account) {
      // Another tab may have signed somebody else in: what was typed before is not written down in that person's name.
      writeDraft(account, name, kept);
    }
  }, [account, opener, name, kept]);

  return {
    ...(kept ?? NOTHING),
    /** A visitor's name or words lay here already: nobody knows whose they are. */
    isRecalled: isRecalled && kept !== undefined && hasDetails(kept.typed),
    type: (part: Partial<BookingDraft>) => keep(({ typed, held } = NOTHING) => ({ typed: { ...typed, ...part }, held })),
    hold: (next: (held: HeldTime | null) => HeldTime | null) => keep(({ typed, held } = NOTHING) => ({ typed, held: next(held) })),
    forget: () => keep(undefined),
  };
}

function isOfSomebody(account: string | undefined, kept: Kept | undefined): boolean {
  return account === '' && kept !== undefined && hasDetails(kept.typed);
}

/** A time that is not held any more is to be chosen again. */
function recall(account: string | undefined, name: string): Kept | undefined {
  const kept = account === undefined ? undefined : readDrafts<Kept>(account)[name];
  return kept && { ...kept, held: kept.held && kept.held.until > Date.now() ? kept.held : null };
}
