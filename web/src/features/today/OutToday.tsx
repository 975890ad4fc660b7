import { sayDay, sayTime } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { sayName } from '@homecare/domain/person-name.ts';
import type { Today } from '@homecare/domain/today/schema.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { openedBoard } from '../schedule/opened-board.ts';
import classes from './Today.module.css';

const boardOf = (day: string, out: Today['out']) => ({
  to: '/schedule',
  page: openedBoard({ day, people: out.map(({ id }) => id) }),
});

const WHY = { calledOut: 'Called out', timeOff: 'Time off' } as const;

const throughWords = ({ through, hours }: Today['out'][number], today: string) => {
  if (hours) return `${sayTime(hours.from)} to ${sayTime(hours.to)}`;
  return through > today ? `until ${sayDay(through)}` : 'today only';
};

interface OutProps {
  readonly out: Today['out'];
  readonly today: string;
}

/** Who is out today, until when, and whether somebody covers their visits. */
export const OutToday = ({ out, today }: OutProps) => {
  if (out.length === 0) return null;
  return (
    <section aria-label="Out today">
      <div className={classes.dayHead}>
        <h2>Out today</h2>
        <PlaceLink place={boardOf(today, out)} className={classes.number}>
          {out.length}
          <span className="visually-hidden">
            {out.length === 1 ? ' caregiver out today' : ' caregivers out today'}
          </span>
        </PlaceLink>
      </div>
      <ul className={classes.out}>
        {out.map((one) => (
          <li key={one.id}>
            <span className="ink2">{WHY[one.why]}</span>
            <div>
              <PersonLink id={one.id} name={sayName(one.name)} />
              <p className="ink2">
                {throughWords(one, today)}
                {', '}
                {one.open > 0 ? (
                  <PlaceLink place={boardOf(today, [one])} className={classes.number}>
                    {`${counted(one.open, 'visit')} open today`}
                  </PlaceLink>
                ) : (
                  'no open visits today'
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
