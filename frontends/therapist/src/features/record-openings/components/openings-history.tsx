import { OpeningsCard } from '@attune/shared-ui/record-openings';
import { useLocation } from '@attune/shared-ui/runtime';
import { useEffect, useRef } from 'react';
import { useNewestOpenings } from '../../../notices.api';
import { OPENINGS_ID, openingsMessages as messages } from '../messages';
import { OWN_OPENINGS } from '../record-openings.api';

/** Every time that an administrator opened a record of this practice, with the reason. Nothing where that never happened. */
export function OpeningsHistory() {
  const place = useRef<HTMLDivElement>(null);
  const { openings, failed } = useNewestOpenings();
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${OPENINGS_ID}`) place.current?.scrollIntoView();
  }, [hash, key]);
  return (
    <div ref={place} id={OPENINGS_ID}>
      {(failed || Boolean(openings?.length)) && <OpeningsCard {...OWN_OPENINGS} title={messages.title} titleOf={({ client_name: client }) => client ?? messages.wholePractice} />}
    </div>
  );
}
