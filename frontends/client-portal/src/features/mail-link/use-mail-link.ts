import { useLocation } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { takeMailLink } from './take-mail-link';

/** The email's link that this page was opened with, also when it is opened in a tab that shows the page already. */
export function useMailLink() {
  const location = useLocation();
  const [link, setLink] = useState(takeMailLink);
  useEffect(() => {
    const next = takeMailLink();
    if (next !== null) setLink(next);
  }, [location]);
  return { link, forget: () => setLink(null) };
}
