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
  /** What the button does. */
  readonly label?: string;
  readonly danger?: boolean;
  readonly wide?: boolean;
  readonly cancelLabel?: string;
  /** Only its own buttons close it, and who presses one means it. */
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

/** A dialog that saves what is typed in it: Enter, Ctrl Enter and its button do. Closing it asks before that is lost. */
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
