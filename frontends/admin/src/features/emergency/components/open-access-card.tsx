import { Banner } from '@attune/shared-ui/components/banner';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useNow } from '@attune/shared-ui/format/now';
import { Link, useQuery } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { momentLabel } from '../../../moment';
import type { Grant } from '../../../wire';
import { secondFactorQuery, useEndAccess } from '../emergency.api';
import { emergencyMessages as messages } from '../messages';
import { minutesLeftLabel, msLeft } from '../time-left';
import styles from './emergency.module.css';

interface OpenAccessCardProps {
  grants: readonly Grant[];
  onAsk: () => void;
}

/** What emergency access is, the records that are open, and the way to another. */
export function OpenAccessCard({ grants, onAsk }: OpenAccessCardProps) {
  const title = useId();
  const now = useNow(15_000);
  const end = useEndAccess();
  const secondFactor = useQuery(secondFactorQuery());
  const open = grants.filter((grant) => msLeft(grant, now) > 0);
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} title={messages.title} />
      <CardBody>
        <div className={styles.stack}>
          <p>{messages.what}</p>
          {secondFactor.data?.enabled === false ? (
            <Banner
              tone="attention"
              action={
                <Link className={buttonClass({ size: 'sm' })} to="/admin/account">
                  {messages.toAccount}
                </Link>
              }
            >
              {messages.setUpFirst}
            </Banner>
          ) : (
            <div className={styles.actions}>
              <Button icon="key" disabled={secondFactor.isPending} onClick={onAsk}>
                {messages.ask}
              </Button>
            </div>
          )}
          {open.length === 0 && <p className={styles.quiet}>{messages.none}</p>}
        </div>
      </CardBody>
      <ul className={styles.list}>
        {open.map((grant) => (
          <li key={grant.id} className={styles.grant}>
            <h3 className={styles.name}>
              <UserText>{grant.client_name ?? ''}</UserText>
            </h3>
            <UserText as="p" preserveLines>
              {grant.reason}
            </UserText>
            <p className={styles.soft}>
              Opened <time dateTime={grant.created_at}>{momentLabel(grant.created_at)}</time> · {minutesLeftLabel(msLeft(grant, now))}
            </p>
            <div className={styles.actions}>
              <Link className={buttonClass({ size: 'sm' })} to={`/admin/emergency/${grant.id}`}>
                Open record
              </Link>
              <Button
                size="sm"
                variant="quiet"
                loading={end.isPending && end.variables === grant.id}
                aria-label={`${messages.end}: ${grant.client_name}`}
                onClick={() => end.mutate(grant.id)}
              >
                {messages.end}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
