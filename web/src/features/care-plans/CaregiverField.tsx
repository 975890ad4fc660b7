import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { PersonPicker } from './PersonPicker.tsx';

interface CaregiverFieldProps {
  /** A form with a field `providerId`. */
  readonly save: {
    readonly values: { readonly providerId: number | null };
    readonly errorOf: (field: 'providerId') => string | undefined;
    readonly set: (values: { readonly providerId: number | null }) => void;
  };
  readonly people: readonly PersonRow[] | undefined;
}

/** Chooses the caregiver in a form. */
export const CaregiverField = ({ save, people }: CaregiverFieldProps) => (
  <PersonPicker
    label="Caregiver"
    field="providerId"
    people={people}
    value={save.values.providerId}
    error={save.errorOf('providerId')}
    onChange={(providerId) => {
      save.set({ providerId });
      return true;
    }}
  />
);
