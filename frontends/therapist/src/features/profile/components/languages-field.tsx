import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { Icon } from '@attune/shared-ui/components/icon';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useRef, useState } from 'react';
import styles from './languages-field.module.css';

/** The list with a language added: unchanged when blank or already there, whatever its case. */
export function addLanguage(languages: readonly string[], typed: string): readonly string[] {
  const language = typed.trim();
  const known = languages.some((one) => one.toLocaleLowerCase() === language.toLocaleLowerCase());
  return language === '' || known ? languages : [...languages, language];
}

/** The list without a language; the last one stays. */
export function removeLanguage(languages: readonly string[], language: string): readonly string[] {
  return languages.length > 1 ? languages.filter((one) => one !== language) : languages;
}

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
