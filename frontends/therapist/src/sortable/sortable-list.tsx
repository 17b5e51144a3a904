import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, type UniqueIdentifier, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import styles from './sortable-list.module.css';

// The same objects every time: with new ones every item would be drawn anew with every keystroke.
const BY_POINTER = { activationConstraint: { distance: 4 } };
// Straight to where the item goes: a page that is still on its way there is measured wrongly.
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' as const };

/** An item that is taken closes: the next key already finds the others where they are then. */
const MEASURED_AT_ONCE = { timeout: 0 };

interface SortableListProps {
  items: readonly { id: string }[];
  /** What an item is: 'Question'. */
  noun: string;
  /** It begins to be dragged. */
  onTake?: (id: string) => void;
  onMove: (id: string, to: number) => void;
  /** A list, whose items use `useSortableItem`. */
  children: ReactNode;
}

/** Lets the items of a list be dragged by their handles, by mouse, touch or keyboard; places are read out. */
export function SortableList({ items: given, noun, onTake, onMove, children }: SortableListProps) {
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYBOARD));
  const ids = given.map(({ id }) => id).join(' ');
  const items = useMemo(() => (ids === '' ? [] : ids.split(' ')), [ids]);
  const place = (id: UniqueIdentifier | undefined) => `position ${items.indexOf(String(id)) + 1} of ${items.length}`;
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), items.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => onTake?.(String(active.id))}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: {
          draggable: `Press the space bar to take the ${noun.toLowerCase()}, the arrow keys to move it, the space bar again to put it down, or Escape to leave it where it was.`,
        },
        announcements: {
          onDragStart: ({ active }) => `${noun} taken from ${place(active.id)}.`,
          onDragOver: ({ over }) => (over ? `${noun} is at ${place(over.id)}.` : undefined),
          onDragEnd: ({ over }) => (over ? `${noun} put down at ${place(over.id)}.` : `${noun} put back.`),
          onDragCancel: () => `${noun} put back.`,
        },
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** An item of the list: what its element and its handle need. */
export function useSortableItem(id: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id, resizeObserverConfig: MEASURED_AT_ONCE });
  const style: CSSProperties = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition };
  const handle = (label: string) => <IconButton ref={setActivatorNodeRef} {...attributes} {...listeners} icon="grip" label={label} className={styles.handle} />;
  return { setNodeRef, style, handle, isDragging };
}
