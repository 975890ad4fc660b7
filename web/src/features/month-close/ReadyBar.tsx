import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { isMonthOver, monthName } from '@homecare/domain/month-close/rules.ts';
import { isUnderWay, type MonthClose, type MonthRun } from '@homecare/domain/month-close/schema.ts';
import { Button, Checkbox, Progress } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { smallIcon } from '../../ui/icons.ts';
import { type Listed, type ShownMonth, START_RUN } from './api.ts';
import classes from './MonthClose.module.css';

const clients = (count: number) => counted(count, 'client');

const CHECKED = {
  aggregator: ['all complete', 'all verified by Sandata', 'inside the plan', 'inside the authorization'],
  visit: ['all complete', 'all with usable times', 'inside the plan', 'inside the authorization'],
} as const;

const Running = ({ run }: { readonly run: MonthRun }) => {
  const { done, total, secondsLeft, state, cents, made } = run;
  const left = secondsLeft === null ? '' : `, ${secondsLeft} s left`;
  const words = state === 'claims' ? 'Making the claim file' : `${done} of ${total}${left}`;
  return (
    <section className={classes.ready} aria-label="Cards for all">
      <div className={classes.text}>
        <h2>Making cards for {monthName(run.date)}</h2>
        <p role="status">{words}</p>
        <Progress
          className={classes.progress ?? ''}
          value={total === 0 ? 100 : (done / total) * 100}
          aria-label="Clients looked at"
        />
        <p className="ink2">
          {clients(made)} with cards so far, {showMoney(cents)}. You can leave this page.
        </p>
      </div>
    </section>
  );
};

interface ReadyBarProps {
  readonly data: MonthClose;
  readonly shown: ShownMonth;
  readonly run: MonthRun | null | undefined;
  readonly today: string;
  readonly onStarted: (id: number) => void;
  readonly onList: (listed: Listed) => void;
  readonly onExceptions: () => void;
}

const Closed = ({ data }: Pick<ReadyBarProps, 'data'>) => (
  <section className={classes.ready} aria-label="Cards for all">
    <h2>
      {monthName(data.date)} is closed. <span>{showMoney(data.waitingCents)}</span> is waiting.
    </h2>
  </section>
);

/** The one press, and what it has looked at. */
export const ReadyBar = ({ data, shown, run, today, onStarted, onList, onExceptions }: ReadyBarProps) => {
  const [withClaims, setWithClaims] = useState(false);
  const start = useAction({ ...START_RUN, onDone: ({ data }) => onStarted(data.id) });
  const { ready, notReady, date, provenBy, stages, waitingCents } = data;
  if (run && isUnderWay(run.state)) return <Running run={run} />;
  if (!isMonthOver(date, today))
    return (
      <section className={classes.ready} data-tone="mute" aria-label="Cards for all">
        <h2>{monthName(date)} is not over yet</h2>
        <p>Make the cards of all clients from {monthName(data.opens.slice(0, 7))} 1 on.</p>
      </section>
    );
  const worked = stages.find(({ stage }) => stage === 'worked')?.count ?? 0;
  if (ready.clients === 0 && waitingCents === 0 && worked > 0) return <Closed data={data} />;
  if (ready.clients === 0)
    return (
      <section className={classes.ready} data-tone="mute" aria-label="Cards for all">
        <h2>No client is ready for a card</h2>
        <p>
          {notReady > 0
            ? `${clients(notReady)} not ready. The reasons are below.`
            : 'Every worked day has its card.'}
        </p>
      </section>
    );
  return (
    <section className={classes.ready} aria-label="Cards for all">
      <div className={classes.text}>
        <h2>
          {ready.clients === 1 ? '1 client is' : `${ready.clients.toLocaleString('en-US')} clients are`} ready{' '}
          <span>{showMoney(ready.cents)}</span>
        </h2>
        <ul className={classes.checked}>
          {CHECKED[provenBy].map((words) => (
            <li key={words}>
              <IconCheck {...smallIcon} aria-hidden /> {words}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={() => onList({ title: 'Ready for a card', cause: 'ready' })}>
          See the {counted(ready.days, 'day')}
        </Button>
        {notReady > 0 && (
          <Button variant="subtle" onClick={onExceptions}>
            {notReady.toLocaleString('en-US')} not ready: see why
          </Button>
        )}
        <Checkbox
          label="Also make the claim file"
          checked={withClaims}
          onChange={(event) => setWithClaims(event.currentTarget.checked)}
        />
        <Button
          variant="filled"
          loading={start.pending}
          onClick={() => void start.run({ ...shown, claims: withClaims })}
        >
          Make cards for {clients(ready.clients)}
        </Button>
      </div>
    </section>
  );
};
