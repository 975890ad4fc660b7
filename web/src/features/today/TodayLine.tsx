import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { type Piece, piecesOf } from '@homecare/domain/today/named.ts';
import type { Place, Today, TodayRow } from '@homecare/domain/today/schema.ts';
import { Fragment, type MouseEvent, type ReactNode, useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { telOf } from '../visits/visit-words.ts';
import { FixButton } from './FixButton.tsx';
import { KIND_ICONS } from './kind-icons.ts';
import { placeHref } from './open-place.ts';
import { RowMenuButton } from './RowMenuButton.tsx';
import type { ShownRow } from './still-rows.ts';
import classes from './Today.module.css';
import type { useAboutRow } from './use-about-row.tsx';

export interface LineProps {
  readonly people: Today['people'];
  readonly now: Temporal.Instant;
  readonly today: string;
  readonly zone: string;
  /** The first row carries its buttons; the others open with a tap. */
  readonly isPhone: boolean;
  readonly onPlace: (place: Place) => void;
  readonly onCover: (visit: VisitKey) => void;
  /** What it is about, by one key and from its menu. */
  readonly about: Pick<ReturnType<typeof useAboutRow>, 'keyOn' | 'entries'>;
}

const Phone = ({ phone }: { readonly phone: string }) => (
  <a className={classes.phone} href={telOf(phone)}>
    {phone}
  </a>
);

interface PiecesProps {
  readonly pieces: readonly Piece[];
  /** What is said around the names. */
  readonly rest?: (text: string) => ReactNode;
}

/** A sentence in which each name leads to its person. */
const Pieces = ({ pieces, rest = (text) => text }: PiecesProps) =>
  pieces.map(({ text, id }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence keep their places
    <Fragment key={at}>{id === null ? rest(text) : <PersonLink id={id} name={text} />}</Fragment>
  ));

interface SaidProps {
  readonly row: TodayRow;
  readonly pieces: readonly Piece[];
}

/** The phone is read without a press. */
const Said = ({ row: { text, mend, assigned }, pieces }: SaidProps) => (
  <p className={classes.text}>
    <Pieces pieces={pieces} />
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
  about,
  ...menu
}: LineProps & { readonly shown: ShownRow; readonly isFirst: boolean }) => {
  const [isOpen, setOpen] = useState(false);
  const hasActions = !isPhone || isFirst || isOpen;
  const { kind, tone, title, text, named, figure, place } = row;
  const [ofTitle = [], ofText = []] = piecesOf([title, text], named);
  const Icon = KIND_ICONS[kind];
  const isSolved = solvedAt !== null;
  const go = (event: MouseEvent) => {
    // With these keys the browser opens a tab or window of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPlace(place);
  };
  return (
    <li
      className={classes.row}
      data-tone={tone ?? 'ok'}
      data-solved={isSolved || undefined}
      onKeyDown={about.keyOn(row)}
    >
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
            <Pieces
              pieces={ofTitle}
              rest={(words) => (
                <a className={classes.title} href={placeHref(place)} onClick={go}>
                  {words}
                </a>
              )}
            />
          )}
        </h3>
        {isSolved ? <p className={classes.text}>Done</p> : <Said row={row} pieces={ofText} />}
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
              <RowMenuButton row={row} isPhone={isPhone} stories={about.entries(row)} {...menu} />
            </>
          )}
        </div>
      )}
    </li>
  );
};
