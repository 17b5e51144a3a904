import { Banner } from '@attune/shared-ui/components/banner';
import { buttonClass } from '@attune/shared-ui/components/button';
import { openingsQuery } from '@attune/shared-ui/record-openings';
import { Link, useQuery } from '@attune/shared-ui/runtime';
import { OPENINGS_ID, openingsMessages as messages } from '../messages';
import { OWN_OPENINGS } from '../record-openings.api';

/** Says on every tab that a record is open right now. */
export function OpenNotice({ now }: { now: Date }) {
  const { data } = useQuery(openingsQuery(OWN_OPENINGS));
  const count = data?.openings.filter(({ open, expires_at: end }) => open && Date.parse(end) > now.getTime()).length ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      tone="attention"
      role="status"
      title={messages.openTitle}
      action={
        <Link className={buttonClass({ size: 'sm' })} to={`/dashboard#${OPENINGS_ID}`}>
          {messages.show}
        </Link>
      }
    >
      {messages.openText(count)}
    </Banner>
  );
}
