import { toast, useSession } from '@attune/shared-ui/runtime';
import { signInMessages as messages } from './messages';

/** After a sign-in: has the page learn who is there; the guard of the page then leads on. */
export function useEntering() {
  const session = useSession();
  const enter = async () => {
    try {
      await session.refresh();
    } catch {
      // The session exists, only this answer got lost: a page load finds it out with patience.
      window.location.assign('/client/dashboard');
    }
  };
  return {
    enter,
    welcome: async () => {
      toast.success(messages.welcomeBack);
      await enter();
    },
  };
}
