import { Button } from '@attune/shared-ui/components/button';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { toast } from '@attune/shared-ui/runtime';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import { type GoalLine, type Line, movedTo, type PlanValues } from '../plan-values';
import styles from './plan-dialog.module.css';

type LineOf<Name extends 'actions' | 'goals'> = PlanValues[Name][number];

interface LinesFieldProps<Name extends 'actions' | 'goals'> {
  form: ServerForm<PlanValues>;
  name: Name;
  most: number;
  words: { legend: string; hint: string; line: (number: number) => string; add: string; tooMany: string };
  newLine: () => LineOf<Name>;
  /** What stands below a line. */
  more?: (line: LineOf<Name>, number: number, change: (line: LineOf<Name>) => void) => ReactNode;
}

type Part = 'text' | 'up' | 'down';

/** A list that is written line by line: added, moved and removed by button and keyboard. Enter goes on to the next one. */
export function LinesField<Name extends 'actions' | 'goals'>({ form, name, most, words, newLine, more }: LinesFieldProps<Name>) {
  const { control, error } = useField(form, name as 'actions' | 'goals');
  const lines = control.value as LineOf<Name>[];
  const [said, setSaid] = useState('');
  const { box, focusNext } = useFocusAfter();
  const isFull = lines.length >= most;

  const write = (next: readonly (Line | GoalLine)[]) => control.onChange(next);
  const current = () => form.values()[name] as LineOf<Name>[];
  const change = (line: LineOf<Name>) => write(current().map((one) => (one.id === line.id ? line : one)));
  const add = (at: number) => {
    if (current().length >= most) return;
    const line = newLine();
    write([...current().slice(0, at), line, ...current().slice(at)]);
    focusNext(line.id, 'text');
  };
  const move = (index: number, by: 1 | -1) => {
    const id = lines[index]?.id ?? '';
    write(movedTo(lines, index, index + by));
    setSaid(messages.moved(words.line(index + 1), index + by + 1, lines.length));
    focusNext(id, by < 0 ? 'up' : 'down');
  };
  const remove = (index: number) => {
    const line = lines[index];
    if (!line) return;
    write(lines.filter(({ id }) => id !== line.id));
    focusNext(lines[index + 1]?.id ?? lines[index - 1]?.id ?? '', 'text');
    if (line.text.trim() === '') return;
    const undo = () => {
      if (current().some(({ id }) => id === line.id)) return;
      write([...current().slice(0, index), line, ...current().slice(index)]);
      focusNext(line.id, 'text');
    };
    toast.info(messages.removed(words.line(index + 1)), { action: { label: messages.undo, onClick: undo }, duration: 8_000 });
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    // Enter would send the plan.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = lines[index + 1];
    if (next?.text === '') focusNext(next.id, 'text', true);
    else add(index + 1);
  };

  return (
    <FieldGroup legend={words.legend} hint={words.hint} error={error} optional>
      <div ref={box} className={styles.linesBox}>
        <ol className={styles.lines}>
          {lines.map((line, index) => (
            <LineRow
              key={line.id}
              line={line}
              what={words.line(index + 1)}
              field={`${name}.${index}.text`}
              wrong={form.errorAt(`${name}.${index}.text`)}
              isFirst={index === 0}
              isLast={index === lines.length - 1}
              onType={(text) => change({ ...line, text })}
              onKeyDown={(event) => onKeyDown(event, index)}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            >
              {more?.(line, index + 1, change)}
            </LineRow>
          ))}
        </ol>
        <div>
          <Button size="sm" icon="plus" data-field={name} data-part="add" disabled={isFull} onClick={() => add(lines.length)}>
            {words.add}
          </Button>
          {isFull && <p className={writing.hint}>{words.tooMany}</p>}
        </div>
        <div role="status">
          <VisuallyHidden>{said}</VisuallyHidden>
        </div>
      </div>
    </FieldGroup>
  );
}

interface LineRowProps {
  line: Line;
  what: string;
  field: string;
  wrong: string | undefined;
  isFirst: boolean;
  isLast: boolean;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  children: ReactNode;
}

function LineRow({ line, what, field, wrong, isFirst, isLast, onType, onKeyDown, onMove, onRemove, children }: LineRowProps) {
  const wrongId = `${line.id}-wrong`;
  return (
    <li data-line={line.id} className={styles.line}>
      <div className={styles.lineRow}>
        <TextInput
          aria-label={what}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : wrongId}
          data-field={field}
          data-part="text"
          dir="auto"
          value={line.text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.lineButtons}>
          <IconButton icon="arrow-up" label={messages.up(what)} data-part="up" disabled={isFirst} onClick={() => onMove(-1)} />
          <IconButton icon="arrow-down" label={messages.down(what)} data-part="down" disabled={isLast} onClick={() => onMove(1)} />
          <IconButton icon="trash" label={messages.removeLine(what)} onClick={onRemove} />
        </div>
      </div>
      {children}
      {wrong !== undefined && (
        <p id={wrongId} className={writing.wrong}>
          {wrong}
        </p>
      )}
    </li>
  );
}

/** Moves the focus after the next draw: a line that moves in the page loses it, and one that is removed takes it along. */
function useFocusAfter() {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ id: string; part: Part }>(undefined);
  const focus = () => {
    if (!wanted.current) return;
    const { id, part } = wanted.current;
    const line = Array.from(box.current?.querySelectorAll<HTMLElement>('[data-line]') ?? []).find(({ dataset }) => dataset['line'] === id);
    if (!line && id !== '') return;
    wanted.current = undefined;
    const target = line?.querySelector<HTMLElement>(`[data-part='${part}']:not(:disabled)`) ?? line?.querySelector<HTMLElement>("[data-part='up']:not(:disabled), [data-part='down']:not(:disabled)");
    (target ?? box.current?.querySelector<HTMLElement>("[data-part='add']"))?.focus();
  };
  useLayoutEffect(focus);
  const focusNext = (id: string, part: Part, now = false) => {
    wanted.current = { id, part };
    if (now) focus();
  };
  return { box, focusNext };
}
