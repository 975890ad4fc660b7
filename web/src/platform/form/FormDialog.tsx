import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { LeaveQuestion } from '../leave-guard.tsx';
import { FormBody } from './FormBody.tsx';
import classes from './form.module.css';
import type { Saving } from './use-save.ts';

interface FormDialogProps {
  readonly save: Saving;
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** What the button does. */
  readonly label?: string;
  readonly danger?: boolean;
  readonly wide?: boolean;
  readonly cancelLabel?: string;
  /** Only its own buttons close it. */
  readonly forced?: boolean;
  readonly plain?: boolean;
  /** It opens on its button: there is nothing to type. */
  readonly focusMain?: boolean;
  /** There is nothing to save yet. */
  readonly disabled?: boolean;
  /** Why it cannot be saved now. */
  readonly blocked?: string | undefined;
  /** Above what may be refused: what this is about. */
  readonly intro?: ReactNode;
  /** Between Cancel and the button. */
  readonly actions?: ReactNode;
  /** What is lost when it is closed with something typed; without it closing never asks. */
  readonly lost?: string;
  /** Closing it keeps the draft: only who discards that gives it up. */
  readonly keeps?: boolean;
  readonly labelOf?: (name: string) => string | undefined;
  /** The fields. */
  readonly children: ReactNode;
}

interface SaveButtonProps
  extends Pick<FormDialogProps, 'label' | 'danger' | 'focusMain' | 'disabled' | 'blocked'> {
  readonly formId: string;
  readonly pending: boolean;
}

const SaveButton = ({ formId, pending, label = 'Save', danger, blocked, ...props }: SaveButtonProps) => {
  const color = danger ? { color: 'red' } : {};
  if (blocked)
    return (
      <ReasonButton size="sm" variant="filled" {...color} reason={blocked}>
        {label}
      </ReasonButton>
    );
  return (
    <Button
      size="sm"
      variant="filled"
      type="submit"
      form={formId}
      {...color}
      loading={pending}
      data-autofocus={props.focusMain || undefined}
      disabled={props.disabled ?? false}
    >
      {label}
    </Button>
  );
};

/** A dialog that saves what is typed in it: Enter, Ctrl Enter and its button do. */
export const FormDialog = ({ save, title, onClose, lost, labelOf, ...props }: FormDialogProps) => {
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  const giveUp = () => {
    save.giveUp?.();
    onClose();
  };
  const leave = () => {
    // A draft that is offered and was not looked at is offered the next time too.
    if (!save.isDirty || props.keeps) onClose();
    else if (lost) setLeaving(true);
    else giveUp();
  };
  return (
    <>
      <Dialog
        opened
        title={title}
        onClose={leave}
        {...(props.wide && { wide: true })}
        {...(props.forced && { forced: true })}
        actions={
          <>
            <Button size="sm" onClick={leave}>
              {props.cancelLabel ?? 'Cancel'}
            </Button>
            {props.actions}
            <SaveButton
              formId={formId}
              pending={save.pending}
              {...props}
              blocked={props.blocked ?? save.closed}
            />
          </>
        }
      >
        {props.intro && <div className={classes.intro}>{props.intro}</div>}
        <FormBody id={formId} save={save} plain={props.plain ?? false} {...(labelOf && { labelOf })}>
          {props.children}
        </FormBody>
      </Dialog>
      {/* Mounted only then: the Escape that opens it must not close it too. */}
      {leaving && (
        <LeaveQuestion
          onLeave={giveUp}
          onStay={() => setLeaving(false)}
          onSave={() => {
            setLeaving(false);
            save.submit();
          }}
        >
          {lost}
        </LeaveQuestion>
      )}
    </>
  );
};
