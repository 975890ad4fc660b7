import { NOT_BILLING, NOTES_MAX } from '@homecare/domain/visits/office.ts';
import { Checkbox, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { DateBox, TimeBox } from '../../ui/inputs.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { TaskTable } from './TaskTable.tsx';
import { TASK_WORDS } from './task-words.ts';
import { useEditVisit } from './use-edit-visit.ts';
import classes from './VisitDialogs.module.css';
import { VisitFacts } from './VisitFacts.tsx';
import type { VisitDialogProps } from './visit-dialog.ts';

const NAMES = {
  startTime: 'Actual start',
  startDate: 'Start date',
  endTime: 'Actual end',
  endDate: 'End date',
  notes: 'Notes',
  billVisit: 'Bill visit',
};
const namesOf = new Map(Object.entries(NAMES));

const Times = ({ save }: Pick<ReturnType<typeof useEditVisit>, 'save'>) => (
  <div className={classes.pairs}>
    <div className={classes.pair}>
      <TimeBox label={NAMES.startTime} data-autofocus {...save.box('startTime')} />
      <DateBox label={NAMES.startDate} {...save.box('startDate')} />
    </div>
    <div className={classes.pair}>
      <TimeBox label={NAMES.endTime} {...save.box('endTime')} />
      <DateBox label={NAMES.endDate} {...save.box('endDate')} />
    </div>
  </div>
);

/** Corrects a visit: actual times, notes, billing; a change asks for its reason (docs/rules/visits.md, rule 19). */
export const EditVisitDialog = (props: VisitDialogProps) => {
  const edit = useEditVisit(props);
  const { save, visit, mayResend } = edit;
  const [asksBilling, setAsksBilling] = useState(false);
  return (
    <>
      <FormDialog
        save={save}
        title={`Edit visit of ${visit.ProviderName}`}
        wide
        forced={edit.isAsking || asksBilling}
        labelOf={(name) => namesOf.get(name)}
        onClose={props.onClose}
      >
        <div className={classes.fields}>
          <VisitFacts visit={visit} zone={props.zone} />
          <Times save={save} />
          <Textarea label={NAMES.notes} rows={2} maxLength={NOTES_MAX} {...save.text('notes')} />
          <Switch
            label={NAMES.billVisit}
            checked={save.values.billVisit}
            onChange={() => (save.values.billVisit ? setAsksBilling(true) : save.set({ billVisit: true }))}
          />
          {mayResend && (
            <Checkbox
              label={visit.aggregatorStatus === null ? 'Send to Sandata' : 'Send to Sandata again'}
              checked={edit.again}
              onChange={(event) => edit.setAgain(event.currentTarget.checked)}
            />
          )}
          {edit.isUnderWay && <p className="ink2">Sending to Sandata. Your changes will be included.</p>}
          <TaskTable visit={visit} words={TASK_WORDS} look={{ table: classes.tasks, group: classes.group }} />
        </div>
      </FormDialog>
      {edit.isAsking && <ReasonDialog sending={save.pending} onSave={edit.give} onCancel={edit.stopAsking} />}
      <ConfirmDialog
        opened={asksBilling}
        title="Bill visit"
        confirmLabel="Yes"
        cancelLabel="No"
        focusCancel
        onConfirm={() => {
          save.set({ billVisit: false });
          setAsksBilling(false);
        }}
        onCancel={() => setAsksBilling(false)}
      >
        {NOT_BILLING}
      </ConfirmDialog>
    </>
  );
};
