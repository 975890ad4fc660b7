import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { FormBody } from './FormBody.tsx';
import classes from './form.module.css';
import { useClosing } from './use-closing.tsx';
import type { Saving } from './use-save.ts';

interface FormDialogProps {
  readonly save: Saving;
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Label of the submit button. */
  readonly label?: string;
  readonly danger?: boolean;
  readonly wide?: boolean;
  readonly cancelLabel?: string;
  /** Can be closed only by its own buttons, which then ask no question. */
  readonly forced?: boolean;
  readonly plain?: boolean;
  /** Focuses the submit button, because there is nothing to type. */
  readonly focusMain?: boolean;
  /** There is nothing to save yet. */
  readonly disabled?: boolean;
  /** Why it cannot be saved now. */
  readonly blocked?: string | undefined;
  /** Explanation shown above a refusal. */
  readonly intro?: ReactNode;
  /** Buttons between Cancel and the submit button. */
  readonly actions?: ReactNode;
  /** Closing keeps the draft, which only an explicit discard removes. */
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

const SaveButton = ({ formId, pending, label, danger, blocked, ...props }: SaveButtonProps) => {
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

/** A dialog with a form. Enter, Ctrl Enter and its button save. Closing asks before unsaved input is lost. */
export const FormDialog = ({ save, title, onClose, labelOf, keeps, ...props }: FormDialogProps) => {
  const formId = useId();
  const { label = 'Save', danger, disabled, forced } = props;
  const blocked = props.blocked ?? save.closed;
  const { leave, question } = useClosing({
    save,
    onClose,
    atOnce: keeps || forced,
    instead: danger || disabled || blocked ? undefined : { label, submit: save.submit },
  });
  return (
    <>
      <Dialog
        opened
        title={title}
        onClose={leave}
        {...(props.wide && { wide: true })}
        {...(forced && { forced: true })}
        actions={
          <>
            <Button size="sm" onClick={leave}>
              {props.cancelLabel ?? 'Cancel'}
            </Button>
            {props.actions}
            <SaveButton formId={formId} pending={save.pending} {...props} label={label} blocked={blocked} />
          </>
        }
      >
        {props.intro && <div className={classes.intro}>{props.intro}</div>}
        <FormBody id={formId} save={save} plain={props.plain ?? false} {...(labelOf && { labelOf })}>
          {props.children}
        </FormBody>
      </Dialog>
      {question}
    </>
  );
};
