import { STATE_WORDS } from '@homecare/domain/schedule/rules.ts';
import { useMovingPart } from './assigning.ts';
import classes from './Board.module.css';
import { STATE_ICONS } from './board-words.ts';
import { ANSWER_LOOKS } from './RowAnswer.tsx';

/** Common states; rare ones explain themselves in a tooltip. */
const SHOWN = ['complete', 'inProgress', 'cover', 'late'] as const;

const States = ({ isDay }: Pick<FootProps, 'isDay'>) => (
  <>
    {SHOWN.map((state) => {
      const Icon = STATE_ICONS[state];
      return (
        <span key={state} className={classes.sign}>
          {Icon && <Icon size={15} stroke={2} aria-hidden />}
          {state === 'late' ? 'late or missed' : STATE_WORDS[state]}
        </span>
      );
    })}
    {isDay ? <span>‧‧‧ drive</span> : <span>| hours wanted</span>}
  </>
);

const ANSWERS = [
  ['can', 'can come'],
  ['costs', 'can, costs more'],
  ['cannot', 'cannot, and why'],
] as const;

const Answers = () =>
  ANSWERS.map(([kind, words]) => {
    const { tone, icon: Icon } = ANSWER_LOOKS[kind];
    return (
      <span key={kind} className={classes.sign} data-tone={tone}>
        <Icon size={15} stroke={2} aria-hidden />
        {words}
      </span>
    );
  });

export interface FootProps {
  readonly shown: number;
  readonly all: number;
  readonly noun: string;
  readonly freshness: string;
  readonly isDay: boolean;
  /** Hides the rows of those who cannot come while a visit is moved; undefined if rows do not respond. */
  readonly onlyCan: boolean | undefined;
  readonly onOnlyCan: (onlyCan: boolean) => void;
}

/** The legend, and how old the board is. */
export const BoardFoot = ({ shown, all, noun, freshness, isDay, onlyCan, onOnlyCan }: FootProps) => {
  const isMoving = useMovingPart((moving) => moving !== null);
  return (
    <div className={classes.foot}>
      {isMoving ? <Answers /> : <States isDay={isDay} />}
      <span className={classes.spring} />
      <span>{`${shown} of ${all} ${noun}`}</span>
      {onlyCan !== undefined && (
        <button
          type="button"
          className={classes.only}
          aria-pressed={onlyCan}
          data-tip="While a visit is moved, show only who can come"
          onClick={() => onOnlyCan(!onlyCan)}
        >
          Only who can come
        </button>
      )}
      <span>
        <kbd>C</kbd> who can cover
      </span>
      <span>{freshness}</span>
    </div>
  );
};
