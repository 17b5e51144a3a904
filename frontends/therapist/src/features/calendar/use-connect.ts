import { toast } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { type FurtherWish, useConsentAddress } from './calendar.api';
import { failureWords } from './calendar-words';
import { useSignInAnew } from './components/sign-in-anew';
import { calendarMessages as messages } from './messages';

/** Leads the browser to Google's own page, where the consent is given. @param ask for what, beside events and free or busy; of an account that is connected @returns `dialog`: shown beside the button */
export function useConnect(ask?: FurtherWish) {
  const { asksFor, dialog } = useSignInAnew();
  const { mutate, isPending } = useConsentAddress(ask);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // By Back, a page that was left comes again as it was.
    const onShow = () => setLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const connect = () =>
    mutate(undefined, {
      onSuccess: ({ authorization_url }) => {
        setLeaving(true);
        window.location.assign(authorization_url);
      },
      onError: (error) => void (asksFor(error) || toast.error(ask ? failureWords(error, messages.listFailed, messages.listError) : failureWords(error, messages.connectFailed, messages.connectError))),
    });
  return { connect, isConnecting: isPending || isLeaving, dialog };
}
