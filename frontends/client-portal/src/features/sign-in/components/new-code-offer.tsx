import { Button } from '@attune/shared-ui/components/button';
import { proofMessages } from '../../../proof/messages';
import { signInMessages as messages } from '../messages';
import { NEW_CODE_ID, useLogin } from '../use-login';
import styles from './form.module.css';

interface NewCodeOfferProps {
  /** Whom the link was mailed to. */
  email: string;
  /** Why the link signs nobody in. */
  notice: string;
  onCode: (wait: number) => void;
  onOtherAddress: () => void;
}

/** In the place of a link that is out of date: a new code, with one press. */
export function NewCodeOffer({ email, notice, onCode, onOtherAddress }: NewCodeOfferProps) {
  const { error, sending, submit } = useLogin({ email, onCode, fieldId: NEW_CODE_ID });
  return (
    <div className={styles.fields}>
      <h2 className={styles.title}>{messages.linkOver}</h2>
      <p role="status">{notice}</p>
      {error !== undefined && <p role="alert">{error}</p>}
      <Button id={NEW_CODE_ID} variant="primary" fullWidth icon="mail" loading={sending} onClick={() => void submit()}>
        {proofMessages.sendNew}
      </Button>
      <p className={styles.to}>
        {messages.goesTo} <strong>{email}</strong>.
      </p>
      <Button variant="quiet" onClick={onOtherAddress}>
        {messages.otherAddress}
      </Button>
    </div>
  );
}
