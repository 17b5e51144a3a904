import { Button } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm, useField } from '@attune/shared-ui/forms';
import { useRef, useState } from 'react';
import type { ProfileValues } from '../profile-rules';
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

/** The languages of the sessions: added by Enter or the button, removed by their cross while more than one remains. */
export function LanguagesField({ form }: { form: ServerForm<ProfileValues> }) {
  const { value: languages, onChange } = useField(form, 'languages').control;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const add = () => {
    onChange(addLanguage(languages, typed));
    setTyped('');
    input.current?.focus();
  };

  return (
    <FormField form={form} name="languages" label="Languages" hint="Type a language and press Enter. At least one stays.">
      {(control) => (
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
              {...control}
              ref={input}
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
    </FormField>
  );
}
