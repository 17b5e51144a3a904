import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { Link, useNavigate } from '@attune/shared-ui/runtime';
import { type ReactNode, useState } from 'react';

/** What following a link is asked about first. */
export interface LeaveGuard {
  /** While true, following the link asks first. */
  unsaved: boolean;
  title: string;
  body: string;
  /** The person leaves all the same. */
  onLeave?: () => void;
}

interface GuardedLinkProps extends LeaveGuard {
  to: string;
  'aria-label'?: string;
  className?: string;
  children: ReactNode;
}

/** A link that asks before unsaved changes are left behind. */
export function GuardedLink({ to, unsaved, title, body, onLeave, children, ...look }: GuardedLinkProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = () => {
    onLeave?.();
    void navigate(to);
  };
  return (
    <>
      <Link
        {...look}
        to={to}
        onClick={(event) => {
          const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
          if (!unsaved || elsewhere) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        {children}
      </Link>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        body={body}
        confirmLabel="Leave without saving"
        cancelLabel="Stay"
        onConfirm={leave}
      />
    </>
  );
}
