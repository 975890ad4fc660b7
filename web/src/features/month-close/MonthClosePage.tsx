import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptView } from '../../platform/kept-view.ts';
import { PageButton } from '../../platform/PageButton.tsx';
import { failureOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { ReportGroupSelect } from '../reports/ReportGroupSelect.tsx';
import { type Listed, type ShownMonth, useEarlierMonths, useMonthClose, useMonthRun } from './api.ts';
import { DaysDialog } from './DaysDialog.tsx';
import { HeadActions, PayerSelect } from './HeadActions.tsx';
import { Holdups } from './Holdups.tsx';
import classes from './MonthClose.module.css';
import { MonthSkeleton } from './MonthSkeleton.tsx';
import { MONTH_VIEW, readMonthView } from './month-view.ts';
import { ReadyBar } from './ReadyBar.tsx';
import { RunLine, RunNotes } from './RunLine.tsx';
import { Stages } from './Stages.tsx';
import { useAfterRun } from './use-after-run.ts';

const HOLDUPS = 'month-close-holdups';

interface ShownProps {
  readonly shown: ShownMonth;
  readonly today: string;
  readonly onMonth: (month: string) => void;
}

const Shown = ({ shown, today, onMonth }: ShownProps) => {
  const { date: month } = shown;
  const query = useMonthClose(shown);
  const earlier = useEarlierMonths(shown).data ?? [];
  const run = useMonthRun(month).data;
  const [listed, setListed] = useState<Listed>();
  /** The run that was started here. */
  const [started, setStarted] = useState<number>();
  useAfterRun(run, started);
  const slow = useSlow(query.isLoading);
  const failure = failureOf(query, 'Couldn’t load the month');
  const { data } = query;
  if (!data && failure) return <ErrorState {...failure} />;
  if (data?.stages[0]?.count === 0)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title="No visits this month"
        text="Choose another month, or add care plans with visits."
      >
        <PageButton to="/careplanlist">Open care plans</PageButton>
      </EmptyState>
    );
  const holdups = data?.holdups;
  return (
    <div className={classes.shown}>
      {data ? (
        <>
          <Stages stages={data.stages} onList={setListed} />
          <ReadyBar
            data={data}
            shown={shown}
            run={run}
            today={today}
            onStarted={setStarted}
            onList={setListed}
            onExceptions={() => document.getElementById(HOLDUPS)?.scrollIntoView({ block: 'start' })}
          />
        </>
      ) : (
        <MonthSkeleton isSlow={slow} />
      )}
      {run && <RunNotes run={run} />}
      <div className={classes.title} id={HOLDUPS}>
        <h2>What is holding up payment</h2>
        {holdups && holdups.length > 0 && (
          <p>
            {counted(sum(holdups.map(({ count, waiting }) => count + waiting)), 'day')},{' '}
            {showMoney(sum(holdups.map(({ cents }) => cents)))}. Ranked by dollars and days left to claim.
          </p>
        )}
        {run && <RunLine run={run} />}
      </div>
      {/* How far down it begins is known with the stages: before that it would move. */}
      {data && (
        <Holdups
          shown={shown}
          today={today}
          rows={holdups}
          earlier={earlier}
          onList={setListed}
          onMonth={onMonth}
        />
      )}
      {listed && <DaysDialog shown={shown} listed={listed} onClose={() => setListed(undefined)} />}
    </div>
  );
};

/** Close the month: from planned to paid, cards for all by one press, and what holds up payment (docs/rules/month-close.md). */
export const MonthClosePage = () => {
  const today = useToday();
  const [view, setView] = useKeptView(MONTH_VIEW, readMonthView);
  const month = view.month || today.toPlainYearMonth().subtract({ months: 1 }).toString();
  const shown = { date: month, private: view.group, payer: view.payer };
  const openMonth = (next: string) => setView({ ...view, month: next });
  const step = (months: number) => openMonth(Temporal.PlainYearMonth.from(month).add({ months }).toString());
  return (
    <FreePage>
      <div className={classes.head}>
        <div className={classes.months}>
          <IconButton
            label="Previous month"
            icon={<IconChevronLeft {...rowIcon} />}
            onClick={() => step(-1)}
          />
          <MonthBox label="Month" required className={classes.month} value={month} onChange={openMonth} />
          <IconButton label="Next month" icon={<IconChevronRight {...rowIcon} />} onClick={() => step(1)} />
        </div>
        <ReportGroupSelect
          className={classes.group}
          value={view.group}
          onChange={(group) => setView({ ...view, group })}
        />
        <PayerSelect shown={shown} onChange={(payer) => setView({ ...view, payer })} />
        <HeadActions shown={shown} />
      </div>
      <Shown key={JSON.stringify(shown)} shown={shown} today={today.toString()} onMonth={openMonth} />
    </FreePage>
  );
};
