import { todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { addDays } from '@homecare/domain/payroll/workweeks.ts';
import { MOST_DAYS } from '@homecare/domain/staffing/contract.ts';
import { Button, Switch } from '@mantine/core';
import { IconCheck, IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { Facts } from '../../ui/Facts.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import classes from './Plan.module.css';
import { PlanTable } from './PlanTable.tsx';
import { provenWords, totalFacts } from './plan-words.ts';
import { filledLines, useAssign, useOffering } from './use-plan-actions.ts';
import { useChoices } from './use-proposal.ts';

const daysFault = (from: string, through: string) => {
  if (!isIsoDate(from) || !isIsoDate(through)) return 'Enter both dates as MM-DD-YYYY.';
  if (through < from) return 'The last day is before the first.';
  return addDays(from, MOST_DAYS - 1) < through ? `Choose at most ${MOST_DAYS} days.` : undefined;
};

/** /schedule/plan: one proposal for all open visits of some days. Nothing changes until it is assigned. */
export const PlanPage = () => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const today = todayIn(zone, serverNow()).toString();
  const asked = usePageState();
  const [from, setFrom] = useState(typeof asked.from === 'string' ? asked.from : today);
  const [through, setThrough] = useState(
    typeof asked.through === 'string' ? asked.through : addDays(today, 6),
  );
  const [farther, setFarther] = useState(false);
  const openPage = useOpenPage();
  const fault = daysFault(from, through);
  const { query, proposal, choices, choose, undo, reset } = useChoices(
    { from, through, farther },
    fault === undefined,
  );
  const filled = proposal ? filledLines(proposal) : [];
  const assign = useAssign(filled, reset);
  const offering = useOffering(filled);
  const busy = query.isFetching || assign.pending || offering.pending;
  return (
    <Page>
      <FilterBar
        actions={
          <Button
            leftSection={<IconRefresh {...menuIcon} />}
            loading={query.isFetching}
            onClick={() => query.refetch()}
          >
            Recalculate
          </Button>
        }
      >
        <DateBox label="First day" value={from} onChange={setFrom} />
        <DateBox label="Last day" value={through} onChange={setThrough} />
        <Switch
          label="Look beyond each caregiver’s miles"
          checked={farther}
          onChange={(event) => setFarther(event.currentTarget.checked)}
        />
      </FilterBar>
      {fault && (
        <div className={classes.head}>
          <Note tone="warn">{fault}</Note>
        </div>
      )}
      {query.isError && proposal && (
        <Note tone="danger" live>
          The proposal below is out of date. {query.error.message}
        </Note>
      )}
      {proposal && proposal.lines.length > 0 && (
        <div className={classes.head}>
          <Facts look="line" rows={totalFacts(proposal)} />
          <Note tone={proposal.unproven ? 'info' : 'ok'}>
            {provenWords(proposal.unproven)}. {counted(proposal.compared, 'caregiver')} compared. Nothing
            changes until you assign or send offers.
          </Note>
        </div>
      )}
      <PlanTable
        proposal={proposal}
        failure={failureOf(query, 'No proposal could be made')}
        busy={busy}
        onChoose={choose}
      />
      <FilterBar
        actions={
          <>
            <Button onClick={() => openPage('/schedule')}>Cancel</Button>
            <Button
              leftSection={<IconSend {...menuIcon} />}
              disabled={busy || filled.length === 0}
              loading={offering.pending}
              onClick={() => void offering.run()}
            >
              {`Send ${filled.length} as offers`}
            </Button>
            <Button
              variant="filled"
              leftSection={<IconCheck {...menuIcon} />}
              disabled={busy || filled.length === 0}
              loading={assign.pending}
              onClick={() => void assign.run()}
            >
              Assign {filled.length}
            </Button>
          </>
        }
      >
        {choices.length > 0 && (
          <>
            <span>{counted(choices.length, 'line')} set by you. The rest is calculated around them.</span>
            <Button onClick={undo}>Undo</Button>
          </>
        )}
      </FilterBar>
    </Page>
  );
};
