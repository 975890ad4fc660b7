import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { Place, Today, TodayRow } from '@homecare/domain/today/schema.ts';
import { type MouseEvent, useState } from 'react';
import { telOf } from '../visits/visit-words.ts';
import { FixButton } from './FixButton.tsx';
import { KIND_ICONS } from './kind-icons.ts';
import { placeHref } from './open-place.ts';
import { RowMenuButton } from './RowMenuButton.tsx';
import type { ShownRow } from './still-rows.ts';
import classes from './Today.module.css';

export interface LineProps {
  readonly people: Today['people'];
  readonly now: Temporal.Instant;
  readonly today: string;
  readonly zone: string;
  /** The first row carries its buttons; the others open with a tap. */
  readonly isPhone: boolean;
  readonly onPlace: (place: Place) => void;
  readonly onCover: (visit: VisitKey) => void;
}

const Phone = ({ phone }: { readonly phone: string }) => (
  <a className={classes.phone} href={telOf(phone)}>
    {phone}
  </a>
);

/** The phone is read without a press. */
const Said = ({ row: { text, mend, assigned } }: { readonly row: TodayRow }) => (
  <p className={classes.text}>
    {text}
    {mend.by === 'call' && (
      <>
        {text && ' · '}
        <Phone phone={mend.phone} />
      </>
    )}
    {assigned && (
      <span className={classes.assigned}>{`${text ? ' · ' : ''}${assigned.name} looks after it`}</span>
    )}
  </p>
);

/** One thing to decide: what it is, by when or how much, and its button. */
export const TodayLine = ({
  shown: { row, solvedAt },
  isFirst,
  onPlace,
  onCover,
  isPhone,
  ...menu
}: LineProps & { readonly shown: ShownRow; readonly isFirst: boolean }) => {
  const [isOpen, setOpen] = useState(false);
  const hasActions = !isPhone || isFirst || isOpen;
  const { kind, tone, title, figure, place } = row;
  const Icon = KIND_ICONS[kind];
  const isSolved = solvedAt !== null;
  const go = (event: MouseEvent) => {
    // With these keys the browser opens a tab or window of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPlace(place);
  };
  return (
    <li className={classes.row} data-tone={tone ?? 'ok'} data-solved={isSolved || undefined}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={20} stroke={1.7} />
      </span>
      <div className={classes.what}>
        <h3>
          {isPhone && !isFirst ? (
            <button
              type="button"
              className={classes.title}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {title}
            </button>
          ) : (
            <a className={classes.title} href={placeHref(place)} onClick={go}>
              {title}
            </a>
          )}
        </h3>
        {isSolved ? <p className={classes.text}>Done</p> : <Said row={row} />}
      </div>
      <a className={classes.figure} href={placeHref(place)} onClick={go}>
        <b>{figure.main}</b> <span>{figure.note}</span>
        <span className="visually-hidden">{`: ${title}`}</span>
      </a>
      {hasActions && (
        <div className={classes.actions}>
          {!isSolved && (
            <>
              <FixButton row={row} isFirst={isFirst} onPlace={() => onPlace(place)} onCover={onCover} />
              <RowMenuButton row={row} {...menu} />
            </>
          )}
        </div>
      )}
    </li>
  );
};
