import { Button } from './button';
import { CopyButton } from './copy-button';
import styles from './second-factor.module.css';

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** Pressed once the codes are kept somewhere; they cannot be shown again. */
  onDone: () => void;
  doneLabel?: string;
  fileName?: string;
}

/** The recovery codes of a second factor, shown once, to copy or to download. */
export function RecoveryCodes({ codes, onDone, doneLabel = 'I have saved them', fileName = 'attune-recovery-codes.txt' }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={styles.form}>
      <p>
        Keep these recovery codes somewhere safe, apart from your phone. Each of them signs you in once without the app. They
        are shown only now.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label="Copy codes" />
        <Button icon="download" onClick={() => download(text, fileName)}>
          Download
        </Button>
        <Button variant="primary" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </div>
  );
}

function download(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Firefox reads the address after the press has returned.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
