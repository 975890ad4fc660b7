import type { Role } from '@homecare/domain/call.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { useFormContext, useFormState } from 'react-hook-form';
import { SaveBar, type SectionEntry, SectionList } from '../../ui/form.tsx';
import { NewProviderButton } from '../people-forms/NewProviderButton.tsx';
import { changedLabels, problemsOf } from './form-problems.ts';
import { type PersonForm, sectionOf } from './person-form.ts';
import { sectionId, sectionsFor } from './RecordSections.tsx';

const HISTORY = 'History';

/** The sections of this record, each with the number of its errors. */
const useSections = (kind: PersonKind, role: Role, withHistory: boolean): SectionEntry[] => {
  const { errors } = useFormState<PersonForm>();
  const problems = problemsOf(errors);
  const titles = [...sectionsFor(kind, role), ...(withHistory ? [HISTORY] : [])];
  return titles.map((title) => ({
    id: sectionId(title),
    title,
    errors: problems.filter(({ name }) => sectionOf(name) === title).length,
  }));
};

export interface RecordPart {
  readonly kind: PersonKind;
  readonly role: Role;
  readonly withHistory: boolean;
  /** Whether the hiring sheet of a provider can be printed. */
  readonly prints: boolean;
}

export const RecordSectionList = ({ kind, role, withHistory }: RecordPart) => (
  <SectionList sections={useSections(kind, role, withHistory)} />
);

interface RecordBarProps extends RecordPart {
  readonly readOnly: boolean;
  readonly saving: boolean;
  readonly onShowRefusal: (() => void) | undefined;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

export const RecordBar = ({
  kind,
  role,
  withHistory,
  prints,
  readOnly,
  saving,
  onShowRefusal,
  onSave,
  onCancel,
}: RecordBarProps) => {
  const sections = useSections(kind, role, withHistory);
  const { errors, dirtyFields } = useFormState<PersonForm>();
  const { getValues } = useFormContext<PersonForm>();
  const print = prints && { extra: <NewProviderButton read={getValues} /> };
  if (readOnly) return <SaveBar sections={sections} onCancel={onCancel} cancelLabel="Back" {...print} />;
  return (
    <SaveBar
      sections={sections}
      {...print}
      problems={problemsOf(errors)}
      changed={withHistory ? changedLabels(dirtyFields) : []}
      saving={saving}
      onShowRefusal={onShowRefusal}
      onSave={onSave}
      onCancel={onCancel}
    />
  );
};
