import { Banner } from '@attune/shared-ui/components/banner';
import { buttonClass } from '@attune/shared-ui/components/button';
import { useNow } from '@attune/shared-ui/format/now';
import { Link } from '@attune/shared-ui/runtime';
import type { Grant } from '../../../wire';
import { minutesLeftLabel, msLeft } from '../time-left';

/** Reminds on every page of the area that somebody's record is open. */
export function EmergencyBanner({ grants }: { grants: readonly Grant[] }) {
  const now = useNow(15_000);
  return grants
    .filter((grant) => msLeft(grant, now) > 0)
    .map((grant) => (
      <Banner
        key={grant.id}
        tone="attention"
        title="Emergency access is open"
        action={
          <Link className={buttonClass({ size: 'sm' })} to={`/admin/emergency/${grant.id}`}>
            Open record
          </Link>
        }
      >
        You can read the record of <bdi dir="auto">{grant.client_name}</bdi>: {minutesLeftLabel(msLeft(grant, now))}.
      </Banner>
    ));
}
