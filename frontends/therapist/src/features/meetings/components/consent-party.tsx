import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useId, useRef } from 'react';
import { type MeetingConsent, type Party, useRecordConsent } from '../meetings.api';
import { meetingMessages as messages } from '../messages';
import styles from './meeting-setup.module.css';

interface PartyProps {
  consent: MeetingConsent;
}

/** What the therapist agrees to, and their click. */
export function TherapistParty({ consent }: PartyProps) {
  const { therapist_consented: answer } = consent;
  return (
    <PartyCard
      consent={consent}
      party="therapist"
      title={messages.you}
      text={consent.therapist_consent_text}
      answer={answer}
      state={answer === null ? undefined : answer ? messages.youAgreed : messages.youDeclined}
      words={{ agree: messages.agree, decline: messages.decline, agreeInstead: messages.agreeInstead, declineInstead: messages.declineInstead }}
    />
  );
}

/** What the client agrees to, with who clicked for them; once they answered themselves, nobody else can. */
export function ClientParty({ consent }: PartyProps) {
  const { client_consented: answer, client_recorded_by: by } = consent;
  const isOwn = by === 'client';
  const state = answer === null ? undefined : isOwn ? (answer ? messages.ownYes : messages.ownNo) : answer ? messages.onBehalfYes : messages.onBehalfNo;
  const mailed = consent.client_own_click_needed ? messages.ownNeeded : consent.client_was_mailed ? messages.alsoMailed : undefined;
  return (
    <PartyCard
      consent={consent}
      party="client"
      title={messages.theirs}
      text={consent.client_consent_text}
      answer={answer}
      state={state}
      notes={isOwn ? [messages.onlyThey] : [mailed, messages.onBehalfHint]}
      isClosed={isOwn}
      words={{ agree: messages.clientAgrees, decline: messages.clientDeclines, agreeInstead: messages.clientAgreesInstead, declineInstead: messages.clientDeclinesInstead }}
    />
  );
}

interface PartyCardProps extends PartyProps {
  party: Party;
  title: string;
  text: string;
  answer: boolean | null;
  state: string | undefined;
  notes?: readonly (string | undefined)[];
  /** Nothing can be clicked here any more. */
  isClosed?: boolean;
  words: { agree: string; decline: string; agreeInstead: string; declineInstead: string };
}

function PartyCard({ consent, party, title, text, answer, state, notes = [], isClosed = false, words }: PartyCardProps) {
  const heading = useId();
  const { record, underWay } = useClick(consent.consent_id, party);
  // Only a click here moves the focus: what the client does elsewhere is read out and no more.
  const clicked = useRef(0);
  const holder = useStepFocus(clicked.current > 0 ? `${clicked.current} ${answer}` : '');
  const click = (given: boolean) => {
    clicked.current += 1;
    record(given);
  };
  return (
    <Card as="section" aria-labelledby={heading}>
      <div ref={holder} tabIndex={-1} className={styles.party}>
        <h3 id={heading} className={styles.part}>
          {title}
        </h3>
        <blockquote className={styles.words}>{text}</blockquote>
        <p className={styles.soft}>
          {messages.version} {consent.text_version}
        </p>
        <p role="status" className={styles.state} hidden={state === undefined}>
          {state}
        </p>
        {notes.map((note) => note !== undefined && <p key={note} className={styles.soft}>{note}</p>)}
        {!isClosed && answer === null && (
          <div className={styles.answers}>
            <Button fullWidth loading={underWay === true} onClick={() => click(true)}>
              {words.agree}
            </Button>
            <Button fullWidth loading={underWay === false} onClick={() => click(false)}>
              {words.decline}
            </Button>
          </div>
        )}
        {!isClosed && answer !== null && (
          <div>
            <Button size="sm" loading={underWay !== undefined} onClick={() => click(!answer)}>
              {answer ? words.declineInstead : words.agreeInstead}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** One click at a time; a refusal is said in the server's words, or the product's. */
function useClick(id: string, party: Party) {
  const { mutate, isPending, variables } = useRecordConsent(id);
  const record = (consent_given: boolean) => {
    if (isPending) return;
    mutate(
      { party, consent_given },
      { onError: (error) => void toast.error(error instanceof ApiError && error.status === 0 ? messages.recordLost : refusalText(error, messages.recordFailed(party))) },
    );
  };
  return { record, underWay: isPending ? variables.consent_given : undefined };
}
