import { Banner } from '@attune/shared-ui/components/banner';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { createContext, useContext } from 'react';
import type { Dashboard } from '../wire';
import { practiceMessages as messages } from './messages';

/** Practices of the page that the client never went to, while they go to others. */
export const UnknownPractices = createContext<Dashboard['unknown_practices']>([]);

/** Says of such a practice that it is none of theirs, and which one it is not; of any other one nothing. */
export function NotYours({ therapistId }: { therapistId: string }) {
  const found = useContext(UnknownPractices).find(({ therapist_id }) => therapist_id === therapistId);
  if (!found) return null;
  const day = formatDate(instantInZone(found.practice_since, localZone()).date, 'short');
  return (
    <Banner tone="attention">
      {messages.notGoneTo(day)}
      {found.namesake !== null && (
        <>
          {` ${messages.another}`}
          <UserText>{found.namesake}</UserText>
          {messages.youGoTo}
        </>
      )}
    </Banner>
  );
}
