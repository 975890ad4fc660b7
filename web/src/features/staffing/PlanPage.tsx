import { todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { addDays } from '@homecare/domain/payroll/workweeks.ts';
import { MOST_DAYS, type Proposal } from '@homecare/domain/staffing/contract.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { Button, Switch } from '@mantine/core';
import { IconCheck, IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { perform, useAction, useTask } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { Facts } from '../../ui/Facts.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { COVER_VISITS, OFFER_VISIT, UNCOVER_VISIT } from './api.ts';
import classes from './Plan.module.css';
import { PlanTable } from './PlanTable.tsx';
import { provenWords, totalFacts } from './plan-words.ts';
import { useChoices } from './use-proposal.ts';

const daysFault = (from: string, through: string) => {
  if (!isIsoDate(from) || !isIsoDate(through)) return 'Enter both dates as MM-DD-YYYY.';
  if (through < from) return 'The last day is before the first.';
  return addDays(from, MOST_DAYS - 1) < through ? `Choose at most ${MOST_DAYS} days.` : undefined;
};

const sayRefused = (refused: readonly string[]) => {
  for (const why of new Set(refused)) toast.error(why);
};

/** Takes covers back one by one; what has begun meanwhile stays and says so. */
const takeBack = async (covers: readonly VisitKey[]) => {
  const refused: string[] = [];
  for (const { planId, day } of covers) {
    const sent = await perform(UNCOVER_VISIT, { planId, day });
    if (!sent.ok) refused.push(sent.info);
  }
  const back = covers.length - refused.length;
  if (back > 0) toast.success(`Undone. ${counted(back, 'visit')} open again.`);
  sayRefused(refused);
};

/** Covers each line of the proposal; a line that was taken meanwhile says so and stops no other. */
const useAssign = (onDone: () => void) =>
  useAction({
    ...COVER_VISITS,
    onDone: ({ data }) => {
      const made = data.filter(({ coverId }) => coverId !== null);
      if (made.length > 0)
        toast.undo(`${counted(made.length, 'visit')} assigned`, () => void takeBack(made).then(onDone));
      sayRefused(data.flatMap(({ refused: why }) => (why === null ? [] : [why])));
      onDone();
    },
  });

/** Asks the caregiver of each line; the first yes takes the visit, and nothing is assigned before. */
const useOffering = (onDone: () => void) =>
  useTask(async (covers: readonly (VisitKey & { readonly providerId: number })[]) => {
    const refused: string[] = [];
    const later: string[] = [];
    for (const { planId, day, providerId } of covers) {
      const sent = await perform(OFFER_VISIT, { planId, day, providerIds: [providerId] });
      if (!sent.ok) refused.push(sent.info);
      else if (sent.data.later !== null) later.push(sent.data.later);
    }
    const sent = covers.length - refused.length - later.length;
    if (sent > 0) toast.success(`${counted(sent, 'offer')} sent`);
    if (later[0]) toast.success(`${counted(later.length, 'offer')} will go out at ${later[0]}`);
    sayRefused(refused);
    onDone();
  });

const coversOf = ({ lines }: Proposal) =>
  lines.flatMap(({ visit: { planId, day }, ProviderID: providerId }) =>
    providerId === null ? [] : [{ planId, day, providerId }],
  );

/** /schedule/plan: one proposal for all open visits of some days. Nothing changes until it is assigned. */
export const PlanPage = () => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const today = todayIn(zone, serverNow()).toString();
  const [from, setFrom] = useState(today);
  const [through, setThrough] = useState(addDays(today, 6));
  const [farther, setFarther] = useState(false);
  const openPage = useOpenPage();
  const fault = daysFault(from, through);
  const { query, proposal, choices, choose, undo, reset } = useChoices(
    { from, through, farther },
    fault === undefined,
  );
  const assign = useAssign(reset);
  const offering = useOffering(reset);
  const busy = query.isFetching || assign.pending || offering.pending;
  const covers = proposal ? coversOf(proposal) : [];
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
      {fault && <Note tone="warn">{fault}</Note>}
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
            changes until you assign.
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
              disabled={busy || covers.length === 0}
              loading={offering.pending}
              onClick={() => void offering.run(covers)}
            >
              {`Send ${covers.length} as offers`}
            </Button>
            <Button
              variant="filled"
              leftSection={<IconCheck {...menuIcon} />}
              disabled={busy || covers.length === 0}
              loading={assign.pending}
              onClick={() => assign.run({ covers })}
            >
              Assign {covers.length}
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
