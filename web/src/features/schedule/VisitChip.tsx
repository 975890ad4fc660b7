import { keyOf, type PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import { shortSpan, shortStart } from '@homecare/domain/schedule/rules.ts';
import { memo } from 'react';
import { isTight, isWeekend, lastName, STATE_ICONS, stateWords, visitName } from './board-words.ts';
import classes from './Chip.module.css';
import { useTypeNameOfBoard } from './type-names.ts';

interface VisitChipProps {
  readonly placed: PlacedVisit;
  /** The day view shows only the name, since the position gives the time. */
  readonly look: 'week' | 'day';
  readonly onOpen: (placed: PlacedVisit) => void;
  readonly style?: React.CSSProperties;
}

/** A visit in a row: its state by color and icon, and everything in words for screen readers. */
export const VisitChip = memo(({ placed, look, onOpen, style }: VisitChipProps) => {
  const { visit, other, state, late } = placed;
  const Icon = STATE_ICONS[state];
  const typeName = useTypeNameOfBoard();
  return (
    <button
      type="button"
      className={classes.chip}
      data-state={state}
      data-tight={
        (look === 'week' &&
          isTight(shortSpan(visit), lastName(other), { date: visit.date, hasSign: Icon !== undefined })) ||
        undefined
      }
      data-narrow={(look === 'week' && isWeekend(visit.date)) || undefined}
      data-stop
      data-visit={keyOf(visit)}
      tabIndex={-1}
      data-tip={`${shortSpan(visit)} ${other}, ${typeName(visit.Type)}, ${stateWords(placed)}`}
      style={style}
      onClick={() => onOpen(placed)}
    >
      <span className="visually-hidden">{visitName(visit, other, stateWords(placed))}</span>
      <span className={classes.seen} aria-hidden="true">
        {Icon && <Icon size={14} stroke={2} className={classes.sign ?? ''} />}
        {look === 'week' && state !== 'late' && (
          <>
            <b className={classes.time}>{shortSpan(visit)}</b>
            <b className={classes.start}>{shortStart(visit)}</b>
          </>
        )}
        <span className={classes.who}>{lastName(other)}</span>
        {state === 'late' && <b className={classes.late}>{`${late} min late`}</b>}
      </span>
    </button>
  );
});
