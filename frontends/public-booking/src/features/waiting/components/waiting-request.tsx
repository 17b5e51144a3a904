import { Banner } from '@attune/shared-ui/components/banner';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime, formatDate, formatDuration, instantInZone, localZone, zoneCity } from '@attune/shared-ui/format';
import { readersMoment } from '@attune/shared-ui/free-times';
import { ApiError, Link, toast } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import { waitingMessages as messages } from '../messages';
import { useAnswer, useTake, type WaitingRequest as Request } from '../request.api';
import { unknownPractice } from '../unknown-practice';
import { wishWords } from '../wishes';
import styles from './waiting-request.module.css';

interface WaitingRequestProps {
  token: string;
  request: Request;
}

/** A request as it stands, and what can be done with it: opening the link alone changes nothing. */
export function WaitingRequest({ token, request }: WaitingRequestProps) {
  const answer = useAnswer(token);
  const take = useTake(token);
  const failed = (error: unknown) => void toast.error(error instanceof ApiError ? error.detail : messages.changeFailed);
  const { state, offer } = take.data ? { state: 'booked' as const, offer: request.offer } : request;
  const busy = answer.isPending || take.isPending;
  const leave = (
    <Button variant="quiet" disabled={busy} onClick={() => answer.mutate({ kind: 'leave' }, { onSuccess: () => void toast.success(messages.left), onError: failed })}>
      {messages.leave}
    </Button>
  );
  switch (state) {
    case 'unconfirmed':
      return (
        <State request={request} title={messages.unconfirmed} text={messages.unconfirmedText}>
          <Button variant="primary" loading={answer.isPending} onClick={() => answer.mutate({ kind: 'confirm' }, { onError: failed })}>
            {request.unknown_practice === null ? messages.confirm : unknownPractice.confirm}
          </Button>
        </State>
      );
    case 'offered':
      return (
        <State request={request} title={messages.offered} text={offer ? messages.keptUntil(clockTime(instantInZone(offer.expires_at, localZone()).time)) : ''}>
          <Button variant="primary" loading={take.isPending} disabled={busy} onClick={() => offer && take.mutate(offer.id, { onError: failed })}>
            {take.isPending ? messages.taking : request.unknown_practice === null ? messages.take : unknownPractice.take}
          </Button>
          <Button disabled={busy} onClick={() => offer && answer.mutate({ kind: 'decline', offer_id: offer.id }, { onSuccess: () => void toast.success(messages.declined), onError: failed })}>
            {messages.decline}
          </Button>
          {leave}
        </State>
      );
    case 'waiting':
      return (
        <State request={request} title={messages.waiting} text={`${messages.waitingText} ${messages.standsUntil(formatDate(instantInZone(request.expires_at, localZone()).date, 'short'))}`}>
          {leave}
        </State>
      );
    case 'booked':
      return (
        <State request={request} title={messages.booked} text={messages.bookedText}>
          {take.data && (
            <Link to={`/manage#${take.data.manage_token}`} className={buttonClass()}>
              {messages.seeAppointment}
            </Link>
          )}
        </State>
      );
    default:
      return (
        <State request={request} title={messages.over} text={messages.overText}>
          <Link to={`/book/${request.therapist_id}`} className={buttonClass()}>
            {messages.toTherapist}
          </Link>
        </State>
      );
  }
}

function State({ request, title, text, children }: { request: Request; title: string; text: string; children: ReactNode }) {
  const { offer, therapist_name, service_name, duration_minutes, wishes, state, client_name, client_phone } = request;
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{title}</h1>
      {offer && state !== 'over' && <Moment offer={offer} zone={request.timezone} />}
      <p className={styles.what}>
        <UserText>{service_name}</UserText> · {formatDuration(duration_minutes)} · {messages.with} <UserText>{therapist_name}</UserText>
      </p>
      <p className={styles.text} role="status">
        {text}
      </p>
      {(state === 'unconfirmed' || state === 'offered') && <WhoAsks request={request} />}
      {(state === 'waiting' || state === 'unconfirmed') && (
        <>
          <p className={styles.text}>
            {messages.askedAs} <UserText>{client_phone === null ? client_name : `${client_name}, ${client_phone}`}</UserText>. {state === 'unconfirmed' && messages.askedByOthers}
          </p>
          <h2 className={styles.heading}>
            {messages.wishes} <span className={styles.soft}>({zoneCity(request.timezone)} time)</span>
          </h2>
          <ul className={styles.wishes}>
            {[...new Set(wishes.map(wishWords))].map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.actions}>{children}</div>
    </Card>
  );
}

/** Anybody is a practice, under any name, and puts any address on its own list: whoever is signed in is told whether they went there before, everybody else since when it is here. */
function WhoAsks({ request: { practice_since, unknown_practice } }: { request: Request }) {
  const day = formatDate(instantInZone(practice_since, localZone()).date, 'short');
  if (unknown_practice === null) return <p className={styles.text}>{unknownPractice.since(day)}</p>;
  return (
    <Banner tone="attention" title={unknownPractice.title}>
      {unknownPractice.text(day)}
      {unknown_practice.namesake !== null && (
        <strong>
          {unknownPractice.another}
          <UserText>{unknown_practice.namesake}</UserText>
          {unknownPractice.youGoTo}
        </strong>
      )}
      <p>{unknownPractice.why}</p>
    </Banner>
  );
}

/** The reader's own time first. */
function Moment({ offer, zone }: { offer: NonNullable<Request['offer']>; zone: string }) {
  const own = readersMoment(offer.appointment_date, offer.appointment_time, zone, localZone());
  return (
    <p className={styles.moment}>
      <time dateTime={offer.starts_at}>
        {formatDate(own.date, 'full')}, {clockTime(own.time)}
      </time>
      {own.there !== undefined && <span className={styles.soft}>{own.there}</span>}
    </p>
  );
}
