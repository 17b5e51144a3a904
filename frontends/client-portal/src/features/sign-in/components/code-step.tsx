import { verifyProof } from '../../../proof/proof.api';
import { CodeForm } from '../../../proof/code-form';
import type { CodeOnItsWay } from '../../../proof/use-kept-step';
import { logIn } from '../sign-in.api';
import { signInMessages as messages } from '../messages';
import { useEntering } from '../use-entering';
import styles from './form.module.css';

interface CodeStepProps {
  email: string;
  wait: number;
  /** Another code is on its way. */
  onSent: (sent: CodeOnItsWay) => void;
  onOtherAddress: () => void;
}

/** The second step of signing in: the code from the email. */
export function CodeStep({ email, wait, onSent, onOtherAddress }: CodeStepProps) {
  const { welcome } = useEntering();
  const take = async (code: string, trust: boolean) => {
    await verifyProof({ email, code }, trust);
    await welcome();
  };
  const again = async () => {
    const sent = await logIn(email);
    // The browser was trusted meanwhile, in another tab.
    if (sent === undefined) await welcome();
    else onSent({ email, wait: sent.resend_after_seconds });
    return sent;
  };
  return (
    <>
      <h2 className={styles.title}>{messages.codeTitle}</h2>
      <CodeForm
        email={email}
        label={messages.codeTitle}
        submitLabel={messages.signIn}
        signsIn
        wait={wait}
        onCode={take}
        onResend={again}
        leave={{ label: messages.otherAddress, onPress: onOtherAddress }}
      />
    </>
  );
}
