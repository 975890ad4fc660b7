import { planText } from '@homecare/domain/visits/day-list.ts';
import { NOTES_MAX } from '@homecare/domain/visits/office.ts';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { TimeChoices } from './TimeChoices.tsx';
import { useSetStatus } from './use-set-status.ts';
import type { VisitDialogProps } from './visit-dialog.ts';
import { dayText } from './visit-words.ts';

/** Set Active and Set Complete. Shows the actual time and its day before saving it. */
export const SetStatusDialog = (props: VisitDialogProps) => {
  const { visit, zone, onClose } = props;
  const { to, times, save } = useSetStatus(props);
  const isMissed = times.ends.length === 2;
  return (
    <FormDialog
      save={save}
      title={`Set ${to}: ${visit.ProviderName}`}
      label={isMissed ? 'Save both times' : `Set ${to}`}
      plain
      onClose={onClose}
      intro={
        <p>
          {visit.ClientName}, {dayText(visit.Date)}, {planText(visit)}.
          {isMissed && ' Nobody checked in, and the visit is over: both times make it Complete.'}
        </p>
      }
    >
      {times.ends.map((end, index) => (
        <TimeChoices
          key={end}
          end={end}
          choices={times.choices(end, save.values)}
          zone={zone}
          resultOf={times.resultOf(end, save.values)}
          autoFocus={index === 0}
          field={save.box(end)}
        />
      ))}
      <ReasonFields code={save.box('code')} memo={save.text('memo')} />
      <Textarea label="Notes" rows={3} maxLength={NOTES_MAX} {...save.text('notes')} />
    </FormDialog>
  );
};
