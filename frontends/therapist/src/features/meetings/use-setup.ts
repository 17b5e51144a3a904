import { readDrafts, useSession, writeDraft } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { SetupValues } from './setup-values';

/** A consent that was asked for, with the setup that it was asked for with. */
export interface AskedSetup {
  consentId: string;
  values: SetupValues;
}

const NAME = 'meeting-consent';

/** How far the setup is in this tab: a reload, and a look at another tab of the dashboard, come back to it. */
export function useSetup() {
  const account = useSession().user?.id;
  const [asked, setAsked] = useState<AskedSetup | undefined>(() => readDrafts<AskedSetup>(account)[NAME]);
  const keep = (next: AskedSetup | undefined) => {
    writeDraft(account, NAME, next);
    setAsked(next);
  };
  return { asked, keep };
}
