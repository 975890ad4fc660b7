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
  /** Accessible name of a form that is part of a page. */
  readonly label?: string;
  /** Class of the element around the fields, if they are not stacked. */
  readonly className?: string | undefined;
  readonly labelOf?: (name: string) => string | undefined;
  /** Shows a refusal without the sentence that nothing was saved, because nothing was to be saved or the language differs. */
  readonly plain?: boolean;
  /** The fields and, on a page, the submit button. */
  readonly children: ReactNode;
}

/** A form with its refusal above the fields, for use inside a dialog or as a small form on a page. Enter submits. */
export const FormBody = ({ save, id, label, className, labelOf, plain, children }: FormBodyProps) => (
  <form
    id={id}
    aria-label={label}
    className={className ?? classes.form}
    ref={save.place}
    noValidate
    onSubmit={(event: FormEvent) => {
      event.preventDefault();
      // React events also bubble from a dialog to the form from which it was opened.
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
