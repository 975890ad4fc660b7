import type { CSSProperties } from 'react';
import classes from './Board.module.css';
import { columnsOf } from './Board.tsx';
import { headOf } from './board-words.ts';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Placeholder chips; not everybody has a visit each day. */
const hasChip = (row: number, column: number) => (row * 5 + column * 3) % 4 !== 0;

/** The board while it loads, with its real column widths and row heights. */
export const BoardSkeleton = ({ days }: { readonly days: readonly string[] }) => {
  const style: CSSProperties & Record<'--board-days', string> = { '--board-days': columnsOf(days) };
  return (
    <div role="status" className={classes.bones} style={style}>
      <span className="visually-hidden">Loading the schedule…</span>
      <div className={classes.columns} aria-hidden="true">
        <div className={classes.column} />
        {days.map((day) => (
          <div key={day} className={classes.column}>
            {headOf(day)}
          </div>
        ))}
      </div>
      {ROWS.map((row) => (
        <div key={row} className={classes.boneRow} aria-hidden="true">
          <div className={classes.head}>
            <span className={classes.bone} />
            <span className={classes.bone} data-short />
          </div>
          {days.map((day, column) => (
            <div key={day} className={classes.cell}>
              {hasChip(row, column) && <span className={classes.bone} data-chip />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};
