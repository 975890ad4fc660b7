import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import classes from './PickList.module.css';
import { ROW_STEPS } from './row-keys.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const ICONS = { add: IconPlus, added: IconCheck, remove: IconX };
/** Height of a row with two lines of text; on phones large enough for a thumb. */
const ROW = { desk: 42, phone: 56 };

export interface PickRow {
  readonly key: number;
  readonly title: string;
  readonly sub: string;
  /** The second line is a warning. */
  readonly warns?: boolean;
  /** What pressing the row does now. */
  readonly does: keyof typeof ICONS;
}

interface PickListProps {
  readonly label: string;
  readonly rows: readonly PickRow[];
  readonly onPick: (key: number) => void;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

/** A list of any length in which a click, Enter or Space adds or removes the row, and arrow keys move. */
const FilledList = ({ label, rows, onPick }: Omit<PickListProps, 'empty'>) => {
  const isPhone = useIsPhone();
  const height = isPhone ? ROW.phone : ROW.desk;
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const id = useId();
  const current = Math.min(at, rows.length - 1);
  const keyAt = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtualizer = useVirtualRows({
    count: rows.length,
    keyAt,
    height,
    scroller: () => box.current,
    pinned: current,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = ROW_STEPS[event.key];
    const picks = event.key === 'Enter' || event.key === ' ';
    if ((!step && !picks) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const row = rows[current];
    if (!step) return row && onPick(row.key);
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1);
    const next = Math.max(0, Math.min(rows.length - 1, step(current, rows.length - 1, page)));
    setAt(next);
    virtualizer.scrollToIndex(next);
  };
  return (
    <div
      ref={box}
      className={classes.list}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={`${id}-${rows[current]?.key}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      // A click must not scroll, or the pointer would be released over another row.
      onFocus={({ currentTarget }) =>
        currentTarget.matches(':focus-visible') && virtualizer.scrollToIndex(current)
      }
    >
      <div className={classes.all} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: place, start, size }) => {
          const row = rows[place];
          if (!row) return null;
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
              style={{ top: start, height: size }}
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
