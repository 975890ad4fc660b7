import { canCome } from '@homecare/domain/schedule/candidate-answer.ts';
import { spokenSpan } from '@homecare/domain/schedule/rules.ts';
import { useMovingPart } from './assigning.ts';
import classes from './Board.module.css';

const howMany = (can: number, all: number) =>
  can === 0
    ? 'Nobody can come. C on the visit says why.'
    : `${can} of ${all} can come. Drop on a row to assign.`;

/** Says which visit is being moved, and which keys work. */
export const MovingNote = () => {
  const visit = useMovingPart((moving) => moving?.visit);
  const answers = useMovingPart((moving) => moving?.answers);
  if (!visit) return null;
  const all = [...(answers?.values() ?? [])];
  return (
    <div className={classes.movingPlace}>
      <div className={classes.moving}>
        {/* Whoever moves it by keys hears how many can come as soon as that is known. */}
        <span role="status">
          <b>{`Moving ${[spokenSpan(visit), visit.Client, visit.town].filter(Boolean).join(', ')}. `}</b>
          {answers ? howMany(all.filter(canCome).length, all.length) : 'Checking who can come…'}
        </span>
        <span className={classes.keys}>
          <kbd>↑</kbd> <kbd>↓</kbd> next who can <kbd>Enter</kbd> assign <kbd>Esc</kbd> put back
        </span>
      </div>
    </div>
  );
};
