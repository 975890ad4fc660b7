import { todayIn } from '@homecare/domain/calendar.ts';
import { ACTIVE_STATUS, KIND, STATUS } from '@homecare/domain/people/kind-and-status.ts';
import { checkActivate } from '@homecare/domain/people/rules.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { serverNow } from '../../platform/server-time.ts';
import { useZone } from '../../platform/use-today.ts';
import { DateBox } from '../../ui/inputs.tsx';
import classes from './ArchiveDialog.module.css';
import { captionOf } from './person-form.ts';
import type { ActionDialogProps } from './row-actions.ts';
import { useMove } from './use-move.ts';

/** Reactivates a person: a provider with a return date, a client without one (docs/rules/people.md, rule 35). */
export const ActivateDialog = ({ person, onClose }: ActionDialogProps) => {
  const zone = useZone();
  const kind = person[KIND];
  const isProvider = kind === 'Provider';
  const [today] = useState(() => todayIn(zone, serverNow()).toString());
  const { save, dialog } = useMove({
    person,
    values: { 'Return Date': today },
    dataOf: (values) => ({ [STATUS]: ACTIVE_STATUS, archiveDate: null, ...(isProvider && values) }),
    check: (values) => checkActivate(values, kind),
    onDone: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={`Set ${personName(person)} active`}
      label="Set Active"
      focusMain={!isProvider}
      onClose={onClose}
      labelOf={captionOf}
      plain
      intro={
        <p className={classes.consequence}>
          {personName(person)} is among the active {kind.toLowerCase()}s again. Care plans stay archived; each
          can be set active in the Careplan List.{isProvider && ' Their previous login is restored.'}
        </p>
      }
    >
      {isProvider && (
        <div className={classes.dates}>
          <DateBox label="Return date" required {...save.box('Return Date')} />
        </div>
      )}
      {dialog}
    </FormDialog>
  );
};
