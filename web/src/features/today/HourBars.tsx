import { sayClock } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Place, Today } from '@homecare/domain/today/schema.ts';
import { DAY_STATE_WORDS, DAY_STATES, type DayState, hourWords } from '@homecare/domain/visits/day-state.ts';
import type { MouseEvent, ReactNode } from 'react';
import { useCapabilities } from '../../platform/site.ts';
import classes from './Today.module.css';

type Hours = NonNullable<Today['hours']>;

/** The day line of EVV Admin has these hours too; others come when a visit begins in them. */
const [FIRST, LAST] = [6, 21];
/** Of these a bar has a place; those that nobody expects are named where there are some. */
const USUAL: readonly DayState[] = ['complete', 'inProgress', 'late', 'open', 'upcoming'];
const EVERY_OTHER = 2;

const countOf = (hours: Hours, is: (one: Hours[number]) => boolean) =>
  sum(hours.filter(is).map(({ count }) => count));

const rangeOf = (hours: Hours) => {
  const all = hours.map(({ hour }) => hour);
  const [from, through] = [Math.min(FIRST, ...all), Math.max(LAST, ...all)];
  return Array.from({ length: through - from + 1 }, (_, n) => from + n);
};

interface BarsProps {
  readonly hours: Hours;
  readonly today: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly onPlace: (place: Place) => void;
}

/** Whether the site has EVV Admin, the list of all visits. */
interface ListedBars extends BarsProps {
  readonly hasList: boolean;
}

const isState = (text: string | undefined): text is DayState => DAY_STATES.some((state) => state === text);

/** '9 AM: 4 complete, 1 late' */
const sayHour = (hour: number, own: Hours) =>
  `${hourWords(hour)}: ${own.map(({ state, count }) => `${count} ${DAY_STATE_WORDS[state].toLowerCase()}`).join(', ')}`;

const byState = (a: Hours[number], b: Hours[number]) =>
  DAY_STATES.indexOf(a.state) - DAY_STATES.indexOf(b.state);

interface BarProps {
  readonly words: string;
  /** Undefined: there is no list. */
  readonly onClick: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly children: ReactNode;
}

const Bar = ({ words, onClick, children }: BarProps) =>
  onClick ? (
    <button type="button" className={classes.bar} aria-label={words} data-tip={words} onClick={onClick}>
      {children}
    </button>
  ) : (
    <span className={classes.bar} role="img" aria-label={words} data-tip={words}>
      {children}
    </span>
  );

/** Visits of the day by the hour of their start; each bar leads to its visits in EVV Admin, each part of it to those of its state. */
const Bars = ({ hours, today, now, zone, hasList, onPlace }: ListedBars) => {
  const range = rangeOf(hours);
  const most = Math.max(1, ...range.map((hour) => countOf(hours, (one) => one.hour === hour)));
  const clock = now.toZonedDateTimeISO(zone);
  const at = (clock.hour + clock.minute / 60 - (range[0] ?? FIRST)) / range.length;
  const go = (hour: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const part = event.target instanceof HTMLElement ? event.target.dataset.state : undefined;
    onPlace({ list: 'visits', date: today, hour, state: isState(part) ? part : null });
  };
  return (
    <div className={classes.bars}>
      {range.map((hour, index) => {
        const own = hours.filter((one) => one.hour === hour).toSorted(byState);
        return (
          <div key={hour} className={classes.hour}>
            {own.length > 0 && (
              <Bar words={sayHour(hour, own)} onClick={hasList ? go(hour) : undefined}>
                {own.toReversed().map(({ state, count }) => (
                  <span key={state} data-state={state} style={{ height: `${(count / most) * 100}%` }} />
                ))}
              </Bar>
            )}
            <span className={classes.tick} aria-hidden="true">
              {index % EVERY_OTHER === 0 ? hourWords(hour).replace(/ [AP]M/, index === 0 ? '$&' : '') : ''}
            </span>
          </div>
        );
      })}
      {at >= 0 && at <= 1 && <span className={classes.nowLine} style={{ left: `${at * 100}%` }} />}
    </div>
  );
};

/** 'Tue, Nov 17 · 10:42 AM' */
const momentWords = ({ now, today, zone }: BarsProps) => {
  const day = Temporal.PlainDate.from(today);
  const words = day.toLocaleString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
  return `${words} · ${sayClock(now.toString(), zone)}`;
};

/** The state of the day: its visits by hour and by state, each number with its list. */
export const HourBars = (props: BarsProps) => {
  const { hours, today, onPlace } = props;
  const hasList = useCapabilities()?.premium ?? false;
  const total = sum(hours.map(({ count }) => count));
  const countIn = (state: DayState) => countOf(hours, (one) => one.state === state);
  const states = DAY_STATES.filter((state) => USUAL.includes(state) || countIn(state) > 0);
  const show = (state: DayState | null) => onPlace({ list: 'visits', date: today, hour: null, state });
  return (
    <section className={classes.day} aria-label="Visits today">
      <div className={classes.dayHead}>
        <h2>
          <span className={classes.total} aria-hidden="true">
            {total}{' '}
          </span>
          <span className={classes.named}>Visits today</span>
        </h2>
        <span className={classes.when}>{momentWords(props)}</span>
        {hasList ? (
          <button
            type="button"
            className={classes.number}
            aria-label={counted(total, 'visit today', 'visits today')}
            onClick={() => show(null)}
          >
            {total.toLocaleString('en-US')}
          </button>
        ) : (
          <b>{total.toLocaleString('en-US')}</b>
        )}
      </div>
      <Bars {...props} hasList={hasList} />
      <div className={classes.whole} aria-hidden="true">
        {states
          .filter((state) => countIn(state) > 0)
          .map((state) => (
            <span key={state} data-state={state} style={{ flexGrow: countIn(state) }} />
          ))}
      </div>
      <ul className={classes.legend} aria-label="Visits by state">
        {states.map((state) => (
          <li key={state} data-count={countIn(state)}>
            <span className={classes.swatch} data-state={state} aria-hidden="true" />
            <span>{DAY_STATE_WORDS[state]}</span>
            {hasList ? (
              <button
                type="button"
                className={classes.number}
                disabled={countIn(state) === 0}
                data-alarm={state === 'late' || state === 'open' || state === 'missed' || undefined}
                aria-label={`${countIn(state)} ${DAY_STATE_WORDS[state].toLowerCase()}`}
                onClick={() => show(state)}
              >
                {countIn(state).toLocaleString('en-US')}
              </button>
            ) : (
              <b>{countIn(state).toLocaleString('en-US')}</b>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
