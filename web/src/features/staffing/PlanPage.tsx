import { addDays, todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { faultOfDays, type PlanDays } from '@homecare/domain/staffing/asked-days.ts';
import { MOST_DAYS } from '@homecare/domain/staffing/contract.ts';
import { Button, Switch } from '@mantine/core';
import { IconLock, IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { FailedCall, failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useZone } from '../../platform/use-today.ts';
import { BottomBar } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { useSlow } from '../../ui/states.tsx';
import { AssignPlan } from './AssignPlan.tsx';
import classes from './Plan.module.css';
import { PlanFault } from './PlanFault.tsx';
import { PlanFigures } from './PlanFigures.tsx';
import { PlanProgress } from './PlanProgress.tsx';
import { PlanSide } from './PlanSide.tsx';
import { PlanTable } from './PlanTable.tsx';
import { usePlanLook } from './plan-look.ts';
import { awayWords, planTitle } from './plan-words.ts';
import { type Filled, filledLines, useAssign, useOffering } from './use-plan-actions.ts';
import { NO_DAYS, PLAN_DAYS, useChoices } from './use-proposal.ts';

const daysFault = (from: string, through: string) => {
  if (!isIsoDate(from) || !isIsoDate(through)) return 'Enter both dates as MM-DD-YYYY.';
  return faultOfDays({ from, through }, MOST_DAYS);
};

/** Why the server makes no proposal for what is asked; undefined: it does, or could not answer. */
const refusalOf = (error: Error | null) =>
  error instanceof FailedCall && error.refusal.reason === 'badInput'
    ? (error.refusal.errors[0]?.message ?? error.message)
    : undefined;

/** Calculating takes so long before it is said, and may be ended. */
const LONG = 1000;

interface CalculatingProps {
  readonly isBusy: boolean;
  readonly onUseFound: () => void;
}

/** Under way for more than a second: it can be ended with what is found by then. */
const Calculating = ({ isBusy, onUseFound }: CalculatingProps) => {
  const isLong = useSlow(isBusy, LONG);
  const [isEnding, setEnding] = useState(false);
  if (!isBusy && isEnding) setEnding(false);
  if (!isLong) return null;
  return (
    <div className={classes.progress} role="status">
      Comparing everybody who can come, a few seconds…
      <span className={classes.bar} aria-hidden="true">
        <span />
      </span>
      <Button
        disabled={isEnding}
        onClick={() => {
          setEnding(true);
          onUseFound();
        }}
      >
        Use what is found
      </Button>
    </div>
  );
};

interface FootProps {
  readonly chosen: number;
  readonly lines: readonly Filled[];
  readonly busy: boolean;
  readonly assign: ReturnType<typeof useAssign>;
  readonly offering: ReturnType<typeof useOffering>;
  readonly onUndo: () => void;
}

const PlanFoot = ({ chosen, lines, busy, assign, offering, onUndo }: FootProps) => {
  const openPage = useOpenPage();
  const filled = lines.length;
  return (
    <BottomBar className={classes.foot}>
      <FilterBar
        actions={
          <>
            <Button onClick={() => openPage('/schedule')}>Cancel</Button>
            <Button
              leftSection={<IconSend {...menuIcon} />}
              disabled={busy || filled === 0}
              loading={offering.pending}
              onClick={() => void offering.run()}
            >
              {filled === 0 ? 'Send as offers' : `Send ${filled} as offers`}
            </Button>
            <AssignPlan lines={lines} disabled={busy || filled === 0} assign={assign} />
          </>
        }
      >
        {chosen > 0 && (
          <>
            <span>
              <IconLock size={15} stroke={1.8} aria-hidden /> <b>{counted(chosen, 'line')} set by you.</b>{' '}
              Change any line and the rest is recalculated around it.
            </span>
            <Button onClick={onUndo}>Undo</Button>
          </>
        )}
      </FilterBar>
    </BottomBar>
  );
};

/** The days of the draft and what is planned of them, else the week from today on; what is typed and is no day yet is no part of the draft. */
const usePlanDays = (today: string) => {
  const [kept, setKept] = useKept(PLAN_DAYS, NO_DAYS);
  const isAhead = isIsoDate(kept.from) && kept.from >= today;
  const [days, setDays] = useState(isAhead ? kept : { ...NO_DAYS, from: today, through: addDays(today, 6) });
  return [
    days,
    (part: Partial<PlanDays>) => {
      const next = { ...days, ...part };
      setDays(next);
      if (daysFault(next.from, next.through) === undefined) setKept(next);
    },
  ] as const;
};

/** /schedule/plan: one proposal for all open visits of some days. Nothing changes until it is assigned. */
export const PlanPage = () => {
  const zone = useZone();
  const [days, setDays] = usePlanDays(todayIn(zone, serverNow()).toString());
  const { from, through, only } = days;
  const [farther, setFarther] = useState(false);
  const wrongDays = daysFault(from, through);
  const { query, changed, chosenOf, choose, undo, takeFound, reset, ...found } = useChoices(
    { ...days, farther },
    wrongDays === undefined,
  );
  const fault = wrongDays ?? refusalOf(query.error);
  // One for other days than those that are chosen is none.
  const proposal = fault === undefined ? found.proposal : undefined;
  const look = usePlanLook(proposal);
  const filled = proposal ? filledLines(proposal) : [];
  const assign = useAssign(filled, reset);
  const offering = useOffering(filled);
  const busy = query.isFetching || assign.pending || offering.pending;
  const hasLines = proposal !== undefined && proposal.lines.length > 0;
  return (
    <Page>
      <div className={classes.top}>
        <div className={classes.titles}>
          {hasLines && (
            <>
              <h2 className={classes.title}>{planTitle(proposal.lines)}</h2>
              <p className={classes.sub}>
                {`${awayWords(proposal, zone)} Nothing changes until you assign or send offers.`.trim()}
              </p>
            </>
          )}
        </div>
        <div className={classes.days}>
          <DateBox label="First day" width={150} value={from} onChange={(day) => setDays({ from: day })} />
          <DateBox
            label="Last day"
            width={150}
            value={through}
            onChange={(day) => setDays({ through: day })}
          />
        </div>
        <Switch
          label="Look beyond each caregiver’s miles"
          checked={farther}
          onChange={(event) => setFarther(event.currentTarget.checked)}
        />
        <Button
          leftSection={<IconRefresh {...menuIcon} />}
          loading={query.isFetching}
          disabled={wrongDays !== undefined}
          onClick={() => query.refetch()}
        >
          Recalculate
        </Button>
      </div>
      <div className={classes.head} data-progress>
        <PlanProgress zone={zone} />
      </div>
      {only.length > 0 && (
        <div className={classes.head}>
          <Note
            tone="info"
            actions={<Button onClick={() => setDays({ only: [] })}>Plan all open visits</Button>}
          >
            {`This plan is for ${counted(only.length, 'chosen visit')} only.`}
          </Note>
        </div>
      )}
      {query.isError && proposal && (
        <Note tone="danger" live actions={<Button onClick={() => query.refetch()}>Try again</Button>}>
          The proposal below is out of date. {query.error.message}
        </Note>
      )}
      {(hasLines || query.isFetching) && (
        <div className={classes.head} data-figures>
          <Calculating isBusy={query.isFetching} onUseFound={() => void takeFound()} />
          {hasLines && <PlanFigures proposal={proposal} lines={look} />}
        </div>
      )}
      <div className={classes.body} data-alone={!hasLines || undefined}>
        <div className={classes.table}>
          {fault === undefined ? (
            <PlanTable
              shown={look.shown}
              all={proposal?.lines ?? []}
              isPart={only.length > 0}
              failure={failureOf(query, 'Couldn’t make a proposal')}
              busy={busy}
              changed={changed}
              onChoose={choose}
            />
          ) : (
            <PlanFault
              text={fault}
              tooFull={wrongDays === undefined ? { from, through } : undefined}
              onDays={setDays}
            />
          )}
        </div>
        {hasLines && (
          <PlanSide
            proposal={proposal}
            zone={zone}
            onFarther={farther ? undefined : () => setFarther(true)}
          />
        )}
      </div>
      <PlanFoot
        chosen={chosenOf(look.shown ?? []).length}
        lines={filled}
        busy={busy || query.isError}
        assign={assign}
        offering={offering}
        onUndo={() => undo(look.shown ?? [])}
      />
    </Page>
  );
};
