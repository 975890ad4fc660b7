import { todayIn } from '@homecare/domain/calendar.ts';
import { checkActivate } from '@homecare/domain/people/rules.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { StaleNote } from '../../platform/form/StaleNote.tsx';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './ArchiveDialog.module.css';
import { captionOf } from './person-form.ts';
import { QuestionsDialog } from './QuestionsDialog.tsx';
import type { ActionDialogProps } from './row-actions.ts';
import { useMove } from './use-move.ts';

/** A provider comes back with a return date, a client just so (docs/rules/people.md, rule 35). */
export const ActivateDialog = ({ person, onClose }: ActionDialogProps) => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const kind = person['Provider or Client'];
  const isProvider = kind === 'Provider';
  const [returns, setReturns] = useState(() => todayIn(zone, serverNow()).toString());
  const [tried, setTried] = useState(false);
  const move = useMove(person, onClose);
  const [fault] = checkActivate({ 'Return Date': returns }, kind);
  const activate = () => {
    setTried(true);
    if (!fault)
      void move.send({ Cur: 'y', archiveDate: null, ...(isProvider && { 'Return Date': returns }) });
  };
  return (
    <Dialog
      opened
      title={`Set ${personName(person)} active`}
      onClose={onClose}
      onMain={activate}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="sm"
            variant="filled"
            loading={move.busy}
            onClick={activate}
            data-autofocus={!isProvider || undefined}
          >
            Set Active
          </Button>
        </>
      }
    >
      <p className={classes.consequence}>
        {personName(person)} is among the active {kind.toLowerCase()}s again. Care plans stay archived; each
        can be set active in the Careplan List.{isProvider && ' Their previous login is restored.'}
      </p>
      <StaleNote save={move} labelOf={captionOf} />
      {move.refusal && (
        <Note tone="danger" live>
          {move.refusal.info}
        </Note>
      )}
      {isProvider && (
        <div className={classes.dates}>
          <DateBox
            label="Return date"
            required
            value={returns}
            error={tried ? fault?.message : undefined}
            onChange={setReturns}
          />
        </div>
      )}
      {move.questions && (
        <QuestionsDialog
          questions={move.questions}
          onKeep={() => void move.keep()}
          onCancel={move.cancelQuestions}
        />
      )}
    </Dialog>
  );
};
