import { listUnpaid } from '@homecare/domain/claims/contract.ts';
import { mayMake } from '@homecare/domain/sites/rules.ts';
import { showTime } from '@homecare/domain/visits/rules.ts';
import type { WeekFigures as Week } from '@homecare/domain/week-figures/schema.ts';
import {
  changeOf,
  daysOf,
  type FigureKey,
  goalOf,
  isGoalMet,
  KEYS,
  keysOf,
  numberOf,
  sayFigure,
  sayGoal,
  sayWeek,
  titleOf,
} from '@homecare/domain/week-figures/words.ts';
import { Button } from '@mantine/core';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useWeekFigures } from './api.ts';
import { placeOf } from './figure-places.ts';
import { TrendLine } from './TrendLine.tsx';
import classes from './WeekFigures.module.css';

const FigureTile = ({ figure, weeks }: { readonly figure: FigureKey; readonly weeks: readonly Week[] }) => {
  const [before, now] = weeks.slice(-2);
  if (!before || !now) return null;
  const [change, isMet] = [changeOf(figure, before, now), isGoalMet(figure, now)];
  const earlier = weeks.map((week) => `${sayWeek(week)}: ${sayFigure(figure, week)}`).join('; ');
  return (
    <li className={classes.cell}>
      <PlaceLink place={placeOf(figure, now.week)} className={classes.tile}>
        <span className={classes.name}>{titleOf(figure)}</span>
        <b className={classes.value}>{sayFigure(figure, now)}</b>
        <span className={classes.change} data-better={change?.isBetter}>
          {change?.words}
          {change && <span className="visually-hidden">{change.isBetter ? ', better' : ', worse'}</span>}
        </span>
        <TrendLine values={weeks.map((week) => numberOf(figure, week))} goal={goalOf(figure)} isMet={isMet} />
        <span className={classes.note}>{`${sayGoal(figure)}, ${daysOf(figure)}`}</span>
        <span className="visually-hidden">{`${isMet === null ? '' : isMet ? 'Goal met. ' : 'Goal missed. '}By week: ${earlier}`}</span>
      </PlaceLink>
    </li>
  );
};

interface AgeProps {
  /** By the server's clock: that of the device may be wrong. */
  readonly countedAt: string;
  readonly isOld: boolean;
  readonly zone: string;
}

/** They are counted every quarter of an hour: nobody takes them for those of this minute. */
const Age = ({ countedAt, isOld, zone }: AgeProps) => (
  <p className={classes.age}>
    {`${isOld ? 'Not updated since' : 'Counted at'} ${showTime(Temporal.Instant.from(countedAt), zone)}`}
  </p>
);

/** As many places as figures will come: those of money are for who may read claims. */
const useExpectedKeys = (): readonly FigureKey[] => {
  const [role, capabilities] = [useSession()?.role, useCapabilities()];
  const isMoney = capabilities && mayMake(role, listUnpaid, capabilities);
  return isMoney ? KEYS : KEYS.filter((key) => key !== 'toClaim' && key !== 'denied');
};

/** How the agency does this week, with the weeks before it; each figure leads to its list (docs/rules/week-figures.md). */
export const WeekFigures = ({ zone }: { readonly zone: string }) => {
  const query = useWeekFigures();
  const expected = useExpectedKeys();
  const weeks = query.data?.weeks;
  const now = weeks?.at(-1);
  return (
    <section className={classes.figures} aria-label="Figures of the week" aria-busy={query.isPending}>
      {query.isError && !weeks ? (
        <p className={classes.none}>
          Couldn’t load the figures of the week. <Button onClick={() => query.refetch()}>Try again</Button>
        </p>
      ) : (
        <ul>
          {weeks && now
            ? keysOf(now).map((figure) => <FigureTile key={figure} figure={figure} weeks={weeks} />)
            : expected.map((figure) => (
                <li key={figure} className={classes.cell}>
                  <span className={classes.waiting}>{titleOf(figure)}</span>
                </li>
              ))}
        </ul>
      )}
      {query.data && <Age countedAt={query.data.countedAt} isOld={query.isRefetchError} zone={zone} />}
    </section>
  );
};
