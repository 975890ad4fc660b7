import { sayDay } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { sayName } from '@homecare/domain/person-name.ts';
import type { Today } from '@homecare/domain/today/schema.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import classes from './Today.module.css';

const WHY = { calledOut: 'Called out', timeOff: 'Time off' } as const;

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
        <span className={classes.outCount}>{out.length}</span>
      </div>
      <ul className={classes.out}>
        {out.map(({ id, name, why, through, open }) => (
          <li key={id}>
            <span className="ink2">{WHY[why]}</span>
            <div>
              <PersonLink id={id} name={sayName(name)} />
              <p className="ink2">
                {through > today ? `until ${sayDay(through)}` : 'today only'}
                {', '}
                {open > 0 ? `${counted(open, 'visit')} open today` : 'no open visits today'}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
