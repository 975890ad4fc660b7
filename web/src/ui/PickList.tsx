import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './PickList.module.css';
import { ROW_STEPS } from './row-keys.ts';

const ICONS = { add: IconPlus, added: IconCheck, remove: IconX };
/** Two lines of text; a thumb high on phones. */
const ROW = { desk: 42, phone: 56 };
/** Rows beyond the edges, so that quick scrolling finds them drawn. */
const BEYOND = 6;
/** Until the list has been measured. */
const FIRST_HEIGHT = 600;

export interface PickRow {
  readonly key: number;
  readonly title: string;
  readonly sub: string;
  /** The second line says what is in the way. */
  readonly warns?: boolean;
  /** What a press does now. */
  readonly does: keyof typeof ICONS;
}

interface PickListProps {
  readonly label: string;
  readonly rows: readonly PickRow[];
  readonly onPick: (key: number) => void;
  /** Instead of a list without rows. */
  readonly empty: ReactNode;
}

/** Rows that stand in the visible part; thousands of others are only as high as they are. */
const useWindow = (count: number, height: number) => {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState(FIRST_HEIGHT);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const measure = () => setRoom(current.clientHeight || FIRST_HEIGHT);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const from = Math.max(0, Math.min(Math.floor(top / height), count) - BEYOND);
  const to = Math.min(count, Math.ceil((top + room) / height) + BEYOND);
  return { box, room, from, to, onScroll: () => setTop(box.current?.scrollTop ?? 0) };
};

/** A list of any length in which a press, Enter or Space adds or removes the row; the arrows go through it. */
const FilledList = ({ label, rows, onPick }: Omit<PickListProps, 'empty'>) => {
  const isPhone = useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false });
  const height = isPhone ? ROW.phone : ROW.desk;
  const { box, room, from, to, onScroll } = useWindow(rows.length, height);
  const [at, setAt] = useState(0);
  const id = useId();
  const current = Math.min(at, rows.length - 1);

  const bringIntoView = (row: number) => {
    const { current: list } = box;
    if (!list) return;
    const top = row * height;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + height > list.scrollTop + room) list.scrollTop = top + height - room;
    onScroll();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ROW_STEPS[event.key];
    const picks = event.key === 'Enter' || event.key === ' ';
    if ((!step && !picks) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const row = rows[current];
    if (!step) return row && onPick(row.key);
    const page = Math.max(1, Math.floor(room / height) - 1);
    const next = Math.max(0, Math.min(rows.length - 1, step(current, rows.length - 1, page)));
    setAt(next);
    bringIntoView(next);
  };
  return (
    <div
      ref={box}
      className={classes.list}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={current >= from && current < to ? `${id}-${rows[current]?.key}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onFocus={() => bringIntoView(current)}
    >
      <div className={classes.all} role="presentation" style={{ height: rows.length * height }}>
        {rows.slice(from, to).map((row, n) => {
          const place = from + n;
          const Icon = ICONS[row.does];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and names the active row
            <div
              key={row.key}
              id={`${id}-${row.key}`}
              className={classes.row}
              role="option"
              aria-selected={row.does !== 'add'}
              aria-setsize={rows.length}
              aria-posinset={place + 1}
              data-active={place === current || undefined}
              data-does={row.does}
              style={{ top: place * height, height }}
              onClick={() => {
                setAt(place);
                onPick(row.key);
              }}
            >
              <span className={classes.text}>
                <span className={classes.title} data-cut>
                  {row.title}
                </span>
                <span className={classes.sub} data-warns={row.warns || undefined} data-cut>
                  {row.sub}
                </span>
              </span>
              <Icon size={16} stroke={1.8} aria-hidden />
            </div>
          );
        })}
      </div>
    </div>
  );
};

export const PickList = ({ empty, ...props }: PickListProps) =>
  props.rows.length === 0 ? <div className={classes.empty}>{empty}</div> : <FilledList {...props} />;
