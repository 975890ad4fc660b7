import type { ReactNode } from 'react';
import { RefusalNote, SaveBar, type SectionEntry, useRefusalPlace } from '../../ui/form.tsx';
import { type Unsaved, useLeaveGuard } from '../leave-guard.tsx';
import { DraftNote } from './DraftNote.tsx';
import classes from './form.module.css';
import { type FormGuard, useUnsaved } from './form-guard.tsx';
import { StaleNote } from './StaleNote.tsx';
import type { Saving } from './use-save.ts';

interface FormPageProps {
  readonly save: Saving & Unsaved;
  readonly labelOf: (name: string) => string;
  /** Shared guard of a page with several forms. Without it the form itself asks before unsaved changes are lost. */
  readonly guard?: FormGuard;
  /** Class of the element around the fields. */
  readonly className?: string | undefined;
  readonly sections?: readonly SectionEntry[];
  /** Shown to the left of the buttons, and between them. */
  readonly lead?: ReactNode;
  readonly extra?: ReactNode;
  /** Without it the second button resets the form. */
  readonly onCancel?: () => void;
  readonly saveLabel?: string;
  readonly children: ReactNode;
}

const AskBeforeLeaving = ({ save }: Pick<FormPageProps, 'save'>) =>
  useLeaveGuard(save.isDirty, { unsaved: save }).dialog;
const ReportUnsaved = ({ guard, save }: Pick<FormPageProps, 'save'> & { readonly guard: FormGuard }) => {
  useUnsaved(guard, save.isDirty, save);
  return null;
};

/** A form that fills a page. Problems are shown above the fields, and the save bar below. */
export const FormPage = ({ save, labelOf, guard, className, children, ...bar }: FormPageProps) => {
  const trouble = save.refusal ?? save.stale;
  const { place, show } = useRefusalPlace(trouble);
  const { onCancel, sections, ...rest } = bar;
  return (
    <>
      <div className={className} ref={save.place}>
        <div className={classes.notes} ref={place} tabIndex={-1}>
          <RefusalNote info={save.refusal} />
          <DraftNote draft={save.draft} labelOf={labelOf} />
          <StaleNote save={save} labelOf={labelOf} />
        </div>
        {children}
      </div>
      <SaveBar
        {...rest}
        {...(sections && { sections })}
        problems={save.problems.map(({ field }) => ({ name: field, label: labelOf(field) }))}
        onShowRefusal={trouble ? show : undefined}
        state={save.isDirty ? undefined : <span className="ink2">All changes are saved</span>}
        changed={save.changed.map(labelOf)}
        saving={save.pending}
        cancelLabel={onCancel ? 'Cancel' : 'Undo'}
        onCancel={onCancel ?? save.undo}
        onSave={() => (save.isDirty || onCancel) && save.submit()}
      />
      {guard ? <ReportUnsaved guard={guard} save={save} /> : <AskBeforeLeaving save={save} />}
    </>
  );
};
