import { Button } from '@attune/shared-ui/components/Button';
import { Field } from '@attune/shared-ui/components/Field';
import { Icon } from '@attune/shared-ui/components/Icon';
import { TextInput } from '@attune/shared-ui/components/TextInput';
import { useRef, useState } from 'react';
import { addLanguage, removeLanguage } from '../languages';
import styles from './languages-field.module.css';

interface LanguagesFieldProps {
  languages: readonly string[];
  error?: string;
  onChange: (languages: readonly string[]) => void;
}

/** The languages of the sessions: added by Enter or the button, removed by their cross while more than one remains. */
export function LanguagesField({ languages, error, onChange }: LanguagesFieldProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const add = () => {
    onChange(addLanguage(languages, typed));
    setTyped('');
    input.current?.focus();
  };

  return (
    <Field label="Languages" hint="Type a language and press Enter. At least one stays." error={error}>
      {(aria) => (
        <div className={styles.field}>
          <ul className={styles.chips} aria-label="Languages you work in">
            {languages.map((language) => (
              <li key={language} className={styles.chip}>
                <bdi dir="auto">{language}</bdi>
                {languages.length > 1 && (
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={`Remove ${language}`}
                    onClick={() => {
                      onChange(removeLanguage(languages, language));
                      input.current?.focus();
                    }}
                  >
                    <Icon name="close" size={14} />
                  </button>
                )}
              </li>
            ))}
          </ul>
          <div className={styles.entry}>
            <TextInput
              {...aria}
              ref={input}
              data-field="languages"
              dir="auto"
              value={typed}
              maxLength={40}
              placeholder="Add a language"
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
            <Button icon="plus" onClick={add} aria-label="Add language">
              Add
            </Button>
          </div>
        </div>
      )}
    </Field>
  );
}
