import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { Icon } from '@attune/shared-ui/components/icon';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQuery } from '@attune/shared-ui/runtime';
import { type KeyboardEvent, useRef, useState } from 'react';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import { type NoteValues, withTags } from '../note-values';
import { tagsQuery } from '../session-notes.api';
import styles from './note-dialog.module.css';

const SUGGESTIONS = 6;

/** Tags as one types them, each ended by Enter or a comma, and those that other notes have. */
export function TagsField({ form }: { form: ServerForm<NoteValues> }) {
  const { control, error } = useField(form, 'tags');
  const [typed, setTyped] = useState('');
  const [news, setNews] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const tags = control.value;

  const add = (text: string) => {
    const next = withTags(tags, text);
    setTyped('');
    if (next.length === tags.length) return;
    control.onChange(next);
    setNews(messages.tagAdded(next.slice(tags.length).join(', ')));
  };
  const remove = (tag: string) => {
    control.onChange(tags.filter((one) => one !== tag));
    setNews(messages.tagRemoved(tag));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter is its own.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(typed);
  };
  const onType = (text: string) => {
    if (text.includes(',')) add(text);
    else setTyped(text);
  };

  return (
    <div className={styles.tags}>
      <Field label={messages.tagsLabel} hint={messages.tagsHint} error={error} optional>
        {(aria) => (
          <TextInput
            {...aria}
            ref={input}
            dir="auto"
            data-field={control['data-field']}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
          />
        )}
      </Field>
      {tags.length > 0 && (
        <ul className={styles.chips}>
          {tags.map((tag) => (
            <li key={tag} className={styles.chip}>
              <button type="button" className={styles.tag} aria-label={messages.removeTag(tag)} onClick={() => remove(tag)}>
                <UserText>{tag}</UserText>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <UsedTags typed={typed} chosen={tags} onChoose={add} />
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </div>
  );
}

interface UsedTagsProps {
  typed: string;
  chosen: readonly string[];
  onChoose: (tag: string) => void;
}

function UsedTags({ typed, chosen, onChoose }: UsedTagsProps) {
  const { data = [] } = useQuery(tagsQuery());
  const wanted = typed.trim().toLowerCase();
  const left = data.filter(({ tag }) => tag.toLowerCase().includes(wanted) && !chosen.some((one) => one.toLowerCase() === tag.toLowerCase()));
  if (left.length === 0) return null;
  return (
    <div className={styles.used}>
      <span className={writing.soft}>{messages.usedTags}</span>
      {left.slice(0, SUGGESTIONS).map(({ tag }) => (
        <Button
          key={tag}
          size="sm"
          icon="plus"
          aria-label={messages.addTag(tag)}
          // Pressed with the mouse, the field would take what is half typed for a tag of its own.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(tag)}
        >
          <UserText>{tag}</UserText>
        </Button>
      ))}
    </div>
  );
}
