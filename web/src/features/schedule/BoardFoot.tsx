import { STATE_WORDS } from '@homecare/domain/schedule/rules.ts';
import classes from './Board.module.css';
import { STATE_ICONS } from './board-words.ts';

const SHOWN = ['complete', 'inProgress', 'cover', 'late', 'notCreated', 'exempt'] as const;

interface FootProps {
  readonly shown: number;
  readonly all: number;
  readonly noun: string;
  readonly freshness: string;
  readonly isLate: boolean;
  readonly isDay: boolean;
}

/** What the signs mean, and how old the board is. */
export const BoardFoot = ({ shown, all, noun, freshness, isLate, isDay }: FootProps) => (
  <div className={classes.foot}>
    {SHOWN.map((state) => {
      const Icon = STATE_ICONS[state];
      return (
        <span key={state} className={classes.sign}>
          {Icon && <Icon size={15} stroke={2} aria-hidden />}
          {state === 'late' ? 'late or missed' : STATE_WORDS[state]}
        </span>
      );
    })}
    {isDay ? <span>‧‧‧ drive between two clients</span> : <span>| hours wished</span>}
    <span className={classes.spring} />
    <span>{`${shown} of ${all} ${noun}`}</span>
    <span>C: who can cover</span>
    <span data-tone={isLate ? 'warn' : undefined}>{freshness}</span>
  </div>
);
