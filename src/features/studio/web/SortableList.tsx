import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { classes } from '../../../web/ui/classes.ts';
import styles from './SortableList.module.css';
import { useStudioText } from './words.ts';

/** A finger that rests for so long on "Move" takes the row; one that moves before scrolls the page. */
const touch = { delay: 150, tolerance: 8 };

/**
 * Rows in an order. A row moves by drag or by keys on "Move": Space takes and drops it, arrows move it, Esc leaves it; a
 * live region tells each step.
 */
export function Sortable<Row>({
  rows,
  rowKey,
  nameOf,
  firstPlace = 1,
  onMove,
  children,
}: {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The name of a row in what is told. */
  nameOf: (row: Row) => string;
  /** The place of the first row in the whole list. */
  firstPlace?: number;
  /** Carries a move out: the row at `from` goes to `to`, both counted from 0. The row is shown there until it settles. */
  onMove: (from: number, to: number) => Promise<void>;
  /** The rows as they are shown, each with a `SortableHandle`; the key of the one that is being moved. */
  children: (shown: readonly Row[], movingKey: string | null) => ReactNode;
}) {
  const { t } = useStudioText();
  const [moving, setMoving] = useState<readonly Row[] | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  /** A row that is taken lies over its own place first, which nobody needs to be told. */
  const hasLeft = useRef(false);
  const shown = moving ?? rows;
  const ids = shown.map(rowKey);
  const sensors = useSensors(
    useSensor(MouseSensor),
    useSensor(TouchSensor, { activationConstraint: touch }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const titleOf = (id: string | number) => {
    const row = shown[ids.indexOf(String(id))];
    return row === undefined ? '' : nameOf(row);
  };
  const placeOf = (id: string | number) => firstPlace + ids.indexOf(String(id));
  const announcements: Announcements = {
    onDragStart({ active }) {
      hasLeft.current = false;
      return t('order.lifted', { title: titleOf(active.id), place: placeOf(active.id) });
    },
    onDragOver({ active, over }) {
      hasLeft.current ||= over?.id !== active.id;
      return over && hasLeft.current ? t('order.over', { place: placeOf(over.id) }) : undefined;
    },
    onDragEnd: ({ over }) => (over ? t('order.dropped', { place: placeOf(over.id) }) : undefined),
    onDragCancel: ({ active }) => t('order.left', { title: titleOf(active.id) }),
  };

  function drop({ active, over }: DragEndEvent): void {
    setTaken(null);
    const [from, to] = [ids.indexOf(String(active.id)), over ? ids.indexOf(String(over.id)) : -1];
    if (from < 0 || to < 0 || from === to) return;
    setMoving(arrayMove([...shown], from, to));
    void onMove(from, to).finally(() => setMoving(null));
  }

  return (
    <DndContext
      sensors={sensors}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('order.keys') } }}
      onDragStart={({ active }) => setTaken(String(active.id))}
      onDragCancel={() => setTaken(null)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children(shown, taken)}
      </SortableContext>
    </DndContext>
  );
}

/** The rows of a list that are sorted, each with its place. */
export function SortableList<Row>({
  firstPlace = 1,
  children,
  ...given
}: Omit<ComponentProps<typeof Sortable<Row>>, 'children'> & {
  /** The content of a row, beside its place and "Move". */
  children: (row: Row, at: number) => ReactNode;
}) {
  const { rowKey, nameOf } = given;
  return (
    <Sortable {...given} firstPlace={firstPlace}>
      {(shown) => (
        <ol className={styles.list}>
          {shown.map((row, at) => (
            <SortableRow key={rowKey(row)} id={rowKey(row)} name={nameOf(row)} place={firstPlace + at}>
              {children(row, at)}
            </SortableRow>
          ))}
        </ol>
      )}
    </Sortable>
  );
}

function SortableRow({ id, name, place, children }: { id: string; name: string; place: number; children: ReactNode }) {
  const { number } = useStudioText();
  const { row, handle, isTaken } = useSortableRow(id);
  return (
    <li {...row} data-row="" className={classes(styles.row, isTaken && styles.lifted)}>
      <span className={styles.place}>{number(place)}</span>
      <div className={styles.content}>{children}</div>
      <SortableHandle handle={handle} name={name} isTaken={isTaken} />
    </li>
  );
}

/** What a row among `Sortable` and its `SortableHandle` are given. */
export function useSortableRow(id: string) {
  const { t } = useStudioText();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t('order.move') },
  });
  return {
    row: {
      ref: setNodeRef,
      style: { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition },
    },
    handle: { ...attributes, ...listeners, ref: setActivatorNodeRef },
    isTaken: isDragging,
  };
}

/** The part by which a row is taken. */
export function SortableHandle({
  handle,
  name,
  isTaken,
}: {
  handle: ReturnType<typeof useSortableRow>['handle'];
  name: string;
  isTaken: boolean;
}) {
  const { t } = useStudioText();
  return (
    <button
      {...handle}
      type="button"
      className={classes(styles.handle, isTaken && styles.taken)}
      aria-label={t('order.moveOf', { title: name })}
    >
      {t('order.move')}
    </button>
  );
}
