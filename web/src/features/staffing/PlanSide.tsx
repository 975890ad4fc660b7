import { hoursOf, hoursText, sayDay } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { Proposal, ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Note } from '../../ui/Note.tsx';
import { useOtherTime } from './api.ts';
import classes from './Plan.module.css';
import { PEOPLE_ID } from './plan-look.ts';
import { otherTimeWords, staysOpenWords, withoutStop } from './plan-words.ts';
import { RescheduleButton } from './RescheduleButton.tsx';

type Hours = Proposal['hours'][number];

/** The bar ends at the longest of 40 hours, the wished ones and what the week comes to. */
const FULL = 40 * 60;
const share = (part: number, whole: number) => `${Math.min(100, (part / whole) * 100).toFixed(1)}%`;

const sayWeek = ({ weekMinutes, addedMinutes, wishedMinutes, overtimeMinutes }: Hours) => {
  const all = hoursText(weekMinutes + addedMinutes);
  if (overtimeMinutes > 0) return `${all}, +${hoursText(overtimeMinutes)} overtime`;
  return wishedMinutes === null ? all : `${all} of ${hoursOf(wishedMinutes)} wanted`;
};

const Person = (hours: Hours) => {
  const { Provider, weekMinutes, addedMinutes, wishedMinutes, overtimeMinutes } = hours;
  const whole = Math.max(FULL, wishedMinutes ?? 0, weekMinutes + addedMinutes);
  return (
    <li data-over={overtimeMinutes > 0 || undefined}>
      <span className={classes.person}>
        {Provider} <b>{`+${hoursText(addedMinutes)}`}</b>
      </span>
      <span className={classes.gauge} aria-hidden="true">
        <span style={{ width: share(weekMinutes + addedMinutes, whole) }} />
        <span style={{ width: share(weekMinutes, whole) }} />
        {wishedMinutes !== null && <i style={{ left: share(wishedMinutes, whole) }} />}
      </span>
      <small>{sayWeek(hours)}</small>
    </li>
  );
};

/** A visit to which nobody can come, and another time of its day at which somebody can. */
const StaysOpen = ({ line, zone }: { readonly line: ProposalLine; readonly zone: string }) => {
  const other = useOtherTime(line.visit);
  return (
    <Note
      tone="danger"
      actions={
        <RescheduleButton
          look="default"
          visit={line.visit}
          zone={zone}
          start={other?.start}
          onMoved={() => undefined}
        />
      }
    >
      <b>{staysOpenWords(line)}</b> {`${line.visit.Client}: ${withoutStop(line.why)}.`}
      {other && ` ${otherTimeWords(other)}`}
    </Note>
  );
};

/** So many of the others are reported with their ways out. */
const MOST_SHOWN = 3;

interface OthersProps {
  readonly lines: readonly ProposalLine[];
  readonly zone: string;
}

/** Folded, so that the hours below are seen; each asks for another time once it is shown. */
const OthersStayOpen = ({ lines, zone }: OthersProps) => {
  const [isShown, setShown] = useState(false);
  const more = lines.length - MOST_SHOWN;
  return (
    <details className={classes.others} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{`${counted(lines.length, 'more stays', 'more stay')} open`}</summary>
      {isShown &&
        lines
          .slice(0, MOST_SHOWN)
          .map((line) => (
            <StaysOpen key={`${line.visit.planId} ${line.visit.day}`} line={line} zone={zone} />
          ))}
      {isShown && more > 0 && <p>{`and ${more} more, red in the list`}</p>}
    </details>
  );
};

interface PlanSideProps {
  readonly proposal: Proposal;
  readonly zone: string;
  /** Undefined: it is looked farther already. */
  readonly onFarther: (() => void) | undefined;
}

/** Hours of those who are proposed, by workweek, and what is left to do where nobody can come. */
export const PlanSide = ({ proposal, zone, onFarther }: PlanSideProps) => {
  const left = proposal.lines.filter(({ ProviderID, isFixed }) => ProviderID === null && !isFixed);
  const weeks = Map.groupBy(proposal.hours, ({ week }) => week);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <aside id={PEOPLE_ID} tabIndex={0} className={classes.side} aria-label="Hours and open visits">
      {left[0] && <StaysOpen line={left[0]} zone={zone} />}
      {left.length > 1 && <OthersStayOpen lines={left.slice(1)} zone={zone} />}
      {left.some(({ tooFar }) => tooFar > 0) && onFarther && <Button onClick={onFarther}>Ask farther</Button>}
      {[...weeks].map(([week, people]) => (
        <section key={week}>
          <h3>{`Hours, week of ${sayDay(week)}`}</h3>
          <ul>
            {people.map((one) => (
              <Person key={one.ProviderID} {...one} />
            ))}
          </ul>
        </section>
      ))}
    </aside>
  );
};
