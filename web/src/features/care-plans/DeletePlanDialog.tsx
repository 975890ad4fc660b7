import { DELETE_COMPARED_FIRST } from '@homecare/domain/care-plans/compared.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './CarePlanList.module.css';
import { MoveRefused } from './MoveRefused.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planName, planPeople } from './plan-words.ts';
import { usePlanMove } from './use-plan-move.ts';

/** Asks twice before deleting (docs/rules/care-plans.md, rule 32). */
export const DeletePlanDialog = ({ plan, onClose }: PlanDialogProps) => {
  const [asking, setAsking] = useState(false);
  const { run, pending, refusal } = usePlanMove(onClose).change;
  const blocked = plan.compared.length > 0 ? DELETE_COMPARED_FIRST : undefined;
  const ask = () => !blocked && setAsking(true);
  const remove = async () => {
    await run({ id: plan.id, data: { Status: 'Deleted', rev: plan.rev } });
    setAsking(false);
  };
  return (
    <>
      <Dialog
        opened
        title={`Delete ${planName(plan)}?`}
        forced={asking}
        onClose={onClose}
        actions={
          <>
            <Button size="sm" data-autofocus onClick={onClose}>
              Cancel
            </Button>
            <ReasonButton size="sm" variant="filled" color="red" reason={blocked} onClick={ask}>
              Delete
            </ReasonButton>
          </>
        }
      >
        <p className={classes.sentence}>
          {planPeople(plan)}. The plan is no longer printed or counted. Show Deleted still shows it.
        </p>
        {blocked && <Note tone="danger">{blocked}</Note>}
        {refusal && <MoveRefused refusal={refusal} />}
      </Dialog>
      <ConfirmDialog
        opened={asking}
        title={`Delete ${planName(plan)} for good?`}
        confirmLabel="Delete"
        danger
        focusCancel
        busy={pending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <p>This action cannot be undone. All planned visits of the plan are removed.</p>
      </ConfirmDialog>
    </>
  );
};
