import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, type UniqueIdentifier, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ReactNode, useMemo } from 'react';
import styles from './question-list.module.css';

// The same objects every time: with new ones every card would be drawn anew with every keystroke.
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

interface SortableQuestionsProps {
  questions: readonly { id: string; question: string }[];
  /** It begins to be dragged. */
  onTake: (id: string) => void;
  onMove: (id: string, to: number) => void;
  children: ReactNode;
}

/** Lets questions be dragged by their handles, with a pointer or the keyboard; places are read out. */
export function SortableQuestions({ questions, onTake, onMove, children }: SortableQuestionsProps) {
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYBOARD));
  const ids = questions.map(({ id }) => id).join(' ');
  const items = useMemo(() => (ids === '' ? [] : ids.split(' ')), [ids]);
  const place = (id: UniqueIdentifier | undefined) => `position ${items.indexOf(String(id)) + 1} of ${items.length}`;
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), items.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => onTake(String(active.id))}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: { draggable: 'Press the space bar to take the question, the arrow keys to move it, the space bar again to put it down, or Escape to leave it where it was.' },
        announcements: {
          onDragStart: ({ active }) => `Question taken from ${place(active.id)}.`,
          onDragOver: ({ over }) => (over ? `Question is at ${place(over.id)}.` : undefined),
          onDragEnd: ({ over }) => (over ? `Question put down at ${place(over.id)}.` : 'Question put back.'),
          onDragCancel: () => 'Question put back.',
        },
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <ol className={styles.list}>{children}</ol>
      </SortableContext>
    </DndContext>
  );
}
