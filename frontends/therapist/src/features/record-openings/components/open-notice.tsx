import { Banner } from '@attune/shared-ui/components/banner';
import { buttonClass } from '@attune/shared-ui/components/button';
import { Link } from '@attune/shared-ui/runtime';
import { useNewestOpenings } from '../../../notices.api';
import { OPENINGS_ID, openingsMessages as messages } from '../messages';

/** Says on every tab that a record is open right now. */
export function OpenNotice({ now }: { now: Date }) {
  const { openings } = useNewestOpenings();
  const count = openings?.filter(({ open, expires_at: end }) => open && Date.parse(end) > now.getTime()).length ?? 0;
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
