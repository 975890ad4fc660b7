import type { FormEvent, ReactNode } from 'react';
import { RefusalNote } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { DraftNote } from './DraftNote.tsx';
import classes from './form.module.css';
import { StaleNote } from './StaleNote.tsx';
import type { Saving } from './use-save.ts';

interface FormBodyProps {
  readonly save: Saving;
  readonly id?: string;
  /** Names a form that is a part of a page. */
  readonly label?: string;
  /** Of what the fields are in, where they are not one below the other. */
  readonly className?: string | undefined;
  readonly labelOf?: (name: string) => string | undefined;
  /** A refusal says all by itself: nothing was to be saved, or it is said in another language. */
  readonly plain?: boolean;
  /** The fields and, on a page, the button that submits. */
  readonly children: ReactNode;
}

/** What was refused above the fields: the inside of a dialog, or a small form in a page. Enter submits. */
export const FormBody = ({ save, id, label, className, labelOf, plain, children }: FormBodyProps) => (
  <form
    id={id}
    aria-label={label}
    className={className ?? classes.form}
    ref={save.place}
    noValidate
    onSubmit={(event: FormEvent) => {
      event.preventDefault();
      // A dialog is in the form from which it was opened, as far as events know.
      event.stopPropagation();
      save.submit();
    }}
  >
    {plain && save.refusal ? (
      <Note tone="danger" live>
        {save.refusal}
      </Note>
    ) : (
      <RefusalNote info={save.refusal} />
    )}
    <DraftNote draft={save.draft} labelOf={labelOf} />
    <StaleNote save={save} labelOf={labelOf} />
    {children}
  </form>
);
