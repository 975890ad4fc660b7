import { showDate } from '@homecare/domain/calendar.ts';
import { ARCHIVE_COMPARED_FIRST } from '@homecare/domain/care-plans/compared.ts';
import { INCORRECT_DATE } from '@homecare/domain/care-plans/moves.ts';
import { END_BEFORE_START } from '@homecare/domain/care-plans/rules.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useToday } from '../../platform/use-today.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './CarePlanList.module.css';
import { MoveRefused } from './MoveRefused.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planName, planPeople } from './plan-words.ts';
import { usePlanMove } from './use-plan-move.ts';

/** What is wrong with an end date of a plan (docs/rules/care-plans.md, rule 31). */
export const dateFault = (plan: PlanListRow, date: string) => {
  if (!isIsoDate(date)) return INCORRECT_DATE;
  return date < plan.StartDate ? END_BEFORE_START : undefined;
};

/** Asks for the end date, then a second time (docs/rules/care-plans.md, rule 32). */
export const ArchivePlanDialog = ({ plan, onClose }: PlanDialogProps) => {
  const today = useToday().toString();
  const [endDate, setEndDate] = useState(today);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const { run, pending, refusal } = usePlanMove(onClose).change;
  const fault = dateFault(plan, endDate);
  const refused = refusal?.errors.find(({ field }) => field === 'EndDate')?.message;
  const blocked = plan.compared.some(({ EndDate }) => EndDate === null) ? ARCHIVE_COMPARED_FIRST : undefined;
  const ask = () => {
    setTried(true);
    if (!fault && !blocked) setAsking(true);
  };
  const archive = async () => {
    await run({ id: plan.id, data: { Status: 'Archive', EndDate: endDate, rev: plan.rev } });
    setAsking(false);
  };
  return (
    <>
      <Dialog
        opened
        title={`Archive ${planName(plan)}`}
        forced={asking}
        onClose={onClose}
        onMain={ask}
        actions={
          <>
            <Button size="sm" onClick={onClose}>
              Cancel
            </Button>
            <ReasonButton size="sm" variant="filled" color="red" reason={blocked} onClick={ask}>
              Archive
            </ReasonButton>
          </>
        }
      >
        <p className={classes.sentence}>
          {planPeople(plan)}, since {showDate(plan.StartDate)}.{' '}
          {plan.isTemporary
            ? 'The end date is the last day of this temporary plan; the covered plan takes over after it.'
            : 'The end date is the first day without service.'}
        </p>
        {blocked && <Note tone="danger">{blocked}</Note>}
        {refusal && !refused && <MoveRefused refusal={refusal} />}
        <DateBox
          label="End date"
          required
          data-autofocus
          value={endDate}
          error={(tried ? fault : undefined) ?? refused}
          onChange={setEndDate}
        />
      </Dialog>
      <ConfirmDialog
        opened={asking}
        title={`Archive ${planName(plan)} on ${showDate(endDate)}?`}
        confirmLabel="Archive"
        danger
        focusCancel
        busy={pending}
        onConfirm={() => void archive()}
        onCancel={() => setAsking(false)}
      >
        <p>
          This action cannot be undone. Planned visits {plan.isTemporary ? 'after' : 'from'}{' '}
          {showDate(endDate)}
          {plan.isTemporary
            ? ' are removed.'
            : ' on are removed, and temporary plans that cover those days end.'}
        </p>
      </ConfirmDialog>
    </>
  );
};
