import { Banner } from '../components/banner';
import styles from './form-notes.module.css';
import { formMessages as messages } from './messages';

interface FormNotesProps {
  form: { lines: readonly string[]; changedElsewhere: boolean };
}

/** What is said about a form as a whole: why it could not be saved, and that its record was changed elsewhere. */
export function FormNotes({ form: { lines, changedElsewhere } }: FormNotesProps) {
  return (
    <>
      {lines.length > 0 && (
        <Banner tone="danger" role="alert">
          {lines.map((line) => (
            <p key={line} className={styles.line}>
              {line}
            </p>
          ))}
        </Banner>
      )}
      {changedElsewhere && (
        <Banner tone="info" role="status">
          {messages.changedElsewhere}
        </Banner>
      )}
    </>
  );
}
