import { showDate } from '@homecare/domain/calendar.ts';
import { ARCHIVE_COMPARED_FIRST } from '@homecare/domain/care-plans/compared.ts';
import { INCORRECT_DATE } from '@homecare/domain/care-plans/moves.ts';
import { endBeforeStart } from '@homecare/domain/care-plans/rules.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { type AnswerOptions, useAnswer } from '../../platform/form/use-answer.ts';
import { useToday } from '../../platform/use-today.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { MoveRefused } from './MoveRefused.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planName, planPeople } from './plan-words.ts';
import { usePlanMove } from './use-plan-move.ts';

/** Validates the end date of a plan (docs/rules/care-plans.md, rule 31). */
export const checkEndDate = (plan: PlanListRow, date: string): FieldError[] => {
  if (!isIsoDate(date)) return [{ field: 'EndDate', message: INCORRECT_DATE }];
  return date < plan.StartDate ? [endBeforeStart] : [];
};

/** The form for an end date. A refusal that is not about the date is shown separately. */
export const useEndDate = ({ refused, ...options }: AnswerOptions<{ readonly EndDate: string }>) => {
  const isOfDate = refused?.errors.some(({ field }) => field === 'EndDate') ?? false;
  const answer = useAnswer({ ...options, refused: isOfDate ? refused : undefined });
  return { answer, refused: isOfDate ? undefined : refused };
};

/** Asks for the end date, then asks again (docs/rules/care-plans.md, rule 32). */
export const ArchivePlanDialog = ({ plan, onClose }: PlanDialogProps) => {
  const [asking, setAsking] = useState(false);
  const { run, pending, refusal } = usePlanMove(onClose).change;
  const blocked = plan.compared.some(({ EndDate }) => EndDate === null) ? ARCHIVE_COMPARED_FIRST : undefined;
  const { answer, refused } = useEndDate({
    values: { EndDate: useToday().toString() },
    check: ({ EndDate }) => checkEndDate(plan, EndDate),
    refused: refusal,
    onAnswer: () => setAsking(blocked === undefined),
  });
  const { EndDate } = answer.values;
  const archive = async () => {
    await run({ id: plan.id, data: { Status: 'Archive', EndDate, rev: plan.rev } });
    setAsking(false);
  };
  return (
    <>
      <FormDialog
        save={answer}
        title={`Archive ${planName(plan)}`}
        label="Archive"
        danger
        blocked={blocked}
        forced={asking}
        onClose={onClose}
        intro={
          <p className="ink2">
            {planPeople(plan)}, since {showDate(plan.StartDate)}.{' '}
            {plan.isTemporary
              ? 'The end date is the last day of this temporary plan; the covered plan takes over after it.'
              : 'The end date is the first day without service.'}
          </p>
        }
      >
        {blocked && <Note tone="danger">{blocked}</Note>}
        {refused && <MoveRefused refusal={refused} />}
        <DateBox label="End date" required data-autofocus {...answer.box('EndDate')} />
      </FormDialog>
      <ConfirmDialog
        opened={asking}
        title={`Archive ${planName(plan)} on ${showDate(EndDate)}?`}
        confirmLabel="Archive"
        danger
        focusCancel
        busy={pending}
        onConfirm={() => void archive()}
        onCancel={() => setAsking(false)}
      >
        <p>
          This action cannot be undone. Planned visits {plan.isTemporary ? 'after' : 'from'}{' '}
          {showDate(EndDate)}
          {plan.isTemporary
            ? ' are removed.'
            : ' on are removed, and temporary plans that cover those days end.'}
        </p>
      </ConfirmDialog>
    </>
  );
};
