import { Badge, type BadgeTone } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatDate, formatInstant, instantInZone, localZone } from '@attune/shared-ui/format';
import { useId, useState } from 'react';
import styles from './consent-card.module.css';
import { ConsentMarks } from './consent-marks';
import { type ConsentState, isOpen, type OwnConsent, stateOf, textOf } from './consent-view';
import { consentMessages as messages } from './messages';

const TONES: Readonly<Partial<Record<ConsentState, BadgeTone>>> = { asked: 'attention', on_behalf: 'attention', agreed: 'positive', begun: 'info', begun_on_behalf: 'attention' };

interface ConsentCardProps {
  consent: OwnConsent;
  /** Takes the client's word; what is on view follows. */
  onAnswer: (given: boolean) => Promise<unknown>;
  /** 1 where it is the page, 3 where it is a row of several. */
  level: 1 | 3;
}

/** One question about a recording: who asks, the exact text, and both answers with the same weight; later the way back out. */
export function ConsentCard({ consent, onAnswer, level }: ConsentCardProps) {
  const state = stateOf(consent);
  const heading = useId();
  const Heading = `h${level}` as const;
  const holder = useStepFocus(state);
  const open = isOpen(consent);
  return (
    <div ref={holder} tabIndex={-1} role="group" aria-labelledby={heading} className={styles.consent}>
      <div className={styles.head}>
        <Heading id={heading} className={level === 1 ? styles.title : styles.rowTitle}>
          {messages.titles[state]}
        </Heading>
        {level === 3 && <Badge tone={TONES[state] ?? 'neutral'}>{messages.badges[state]}</Badge>}
      </div>
      <p className={level === 1 ? styles.lead : undefined}>
        <UserText as="strong">{consent.therapist_name}</UserText>
        {open ? messages.asks : messages.asked}
      </p>
      {open && <Whose consent={consent} />}
      {open && <ExactText consent={consent} />}
      <p className={styles.text}>{textOf(consent)}</p>
      <Deeds consent={consent} state={state} onAnswer={onAnswer} />
      {!open && consent.consented !== null && <ReadAgain consent={consent} />}
      <ConsentMarks marks={consent.marks} />
      <p className={styles.soft}>
        {messages.askedOn} <Moment at={consent.asked_at} />
        {consent.can_agree && state !== 'not_recorded' && (
          <>
            . {messages.until[open ? 'open' : state === 'agreed' ? 'agreed' : 'refused']} <Moment at={consent.expires_at} />
          </>
        )}
        .
      </p>
    </div>
  );
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatInstant(at)}</time>;

/** Since when the practice is here; to who is signed in, and goes to others, that it is none of theirs. */
function Whose({ consent: { practice_since, unknown_practice } }: { consent: OwnConsent }) {
  const day = formatDate(instantInZone(practice_since, localZone()).date, 'short');
  if (unknown_practice === null) return <p className={styles.soft}>{messages.since(day)}</p>;
  return (
    <Banner tone="attention">
      {messages.unknown(day)}
      {unknown_practice.namesake !== null && (
        <>
          {` ${messages.another}`}
          <UserText>{unknown_practice.namesake}</UserText>
          {messages.youGoTo}
        </>
      )}
    </Banner>
  );
}

function ExactText({ consent: { consent_text, text_version } }: { consent: OwnConsent }) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{messages.exactText}</figcaption>
      <blockquote className={styles.words}>{consent_text}</blockquote>
      <p className={styles.soft}>
        {messages.version} {text_version}
      </p>
    </figure>
  );
}

function ReadAgain({ consent: { consent_text, text_version, recorded_by } }: { consent: OwnConsent }) {
  return (
    <details className={styles.again}>
      <summary>{recorded_by === 'therapist' ? messages.notedText : messages.agreedText}</summary>
      <blockquote className={styles.words}>{consent_text}</blockquote>
      <p className={styles.soft}>
        {messages.version} {text_version}
      </p>
    </details>
  );
}

interface DeedsProps extends Omit<ConsentCardProps, 'level'> {
  state: ConsentState;
}

function Deeds({ consent, state, onAnswer }: DeedsProps) {
  const [underWay, setUnderWay] = useState<boolean>();
  const [failure, setFailure] = useState<string>();
  const [asks, setAsks] = useState(false);
  const { can_agree, can_decline } = consent;

  const answer = async (given: boolean) => {
    // The first press counts, also before its button has been drawn anew.
    if (underWay !== undefined) return;
    setUnderWay(given);
    setFailure(undefined);
    try {
      await onAnswer(given);
    } catch (error) {
      setFailure(refusalText(error, messages.failed));
    }
    setUnderWay(undefined);
  };
  const withdraw = () => {
    setAsks(false);
    void answer(false);
  };

  return (
    <>
      {failure !== undefined && (
        <Banner tone="danger" role="alert" title={messages.failedTitle}>
          {failure}
        </Banner>
      )}
      {isOpen(consent) && (
        <div className={styles.answers}>
          <Button size="lg" fullWidth loading={underWay === true} onClick={() => void answer(true)}>
            {messages.agree}
          </Button>
          <Button size="lg" fullWidth loading={underWay === false} onClick={() => void answer(false)}>
            {messages.decline}
          </Button>
        </div>
      )}
      {(state === 'refused' || state === 'refused_on_behalf') && can_agree && (
        <div>
          <Button loading={underWay === true} onClick={() => void answer(true)}>
            {messages.agreeAfterAll}
          </Button>
        </div>
      )}
      {(state === 'agreed' || state === 'begun' || state === 'begun_on_behalf') && can_decline && (
        <div>
          <Button loading={underWay === false} onClick={() => setAsks(true)}>
            {messages.withdraw}
          </Button>
        </div>
      )}
      <ConfirmDialog open={asks} onOpenChange={setAsks} title={messages.question} body={messages.questionText} confirmLabel={messages.withdraw} cancelLabel={messages.keep} onConfirm={withdraw} />
    </>
  );
}
