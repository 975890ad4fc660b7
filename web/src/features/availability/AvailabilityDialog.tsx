import type { HoursOfCaregiver } from '@homecare/domain/availability/contract.ts';
import { getHours } from '@homecare/domain/availability/contract.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Group, MultiSelect, Stack, Switch } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf, readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useOpening } from '../../platform/use-opening.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { NumberBox } from '../../ui/inputs.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SAVE_HOURS, useHours, useSkills } from './api.ts';
import { hoursFaults, hoursFrom, typedFrom } from './hours-draft.ts';
import { OFFICE_WEEK, WeekHours } from './WeekHours.tsx';

interface AvailabilityDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

const valuesOf = ({ hours, skills }: HoursOfCaregiver) => ({ ...typedFrom(hours), skills });

interface FormProps extends AvailabilityDialogProps {
  readonly stored: HoursOfCaregiver;
}

const AvailabilityForm = ({ person, stored, onClose }: FormProps) => {
  const skills = useSkills().data?.map(({ name }) => name) ?? [];
  const save = useSave({
    ...SAVE_HOURS,
    draft: `hours of ${person.ID}`,
    values: valuesOf(stored),
    rev: stored.rev,
    input: ({ skills: chosen, ...typed }, rev) => ({
      id: person.ID,
      hours: hoursFrom(typed),
      skills: [...chosen],
      rev,
    }),
    check: hoursFaults,
    readAgain: async () => {
      const now = await readNow(getHours, { id: person.ID });
      return { value: valuesOf(now), rev: now.rev };
    },
    onSaved: () => {
      toast.success('Availability saved');
      onClose();
    },
  });
  const { anyTime, windows } = save.values;
  return (
    <FormDialog save={save} title={`Availability of ${personName(person)}`} onClose={onClose} wide plain>
      <Stack gap={14}>
        <Switch label="Any time" data-autofocus {...save.tick('anyTime')} />
        {!anyTime && (
          <WeekHours
            value={windows}
            onChange={(next) => save.set({ windows: next })}
            errorOf={save.errorOf}
            words={OFFICE_WEEK}
          />
        )}
        <Group gap="10px 16px" align="flex-start">
          <NumberBox label="Wished hours a week" width={150} decimals={2} {...save.box('wishedMinutes')} />
          <NumberBox label="Most hours a week" width={150} decimals={2} {...save.box('mostMinutes')} />
          <NumberBox label="Farthest miles" width={150} {...save.box('farthestMiles')} />
        </Group>
        <MultiSelect
          label="Skills"
          description="From the agency's list under Configuration."
          searchable
          data={[...new Set([...skills, ...save.values.skills])]}
          {...save.box('skills')}
          value={[...save.values.skills]}
        />
      </Stack>
    </FormDialog>
  );
};

/** When a caregiver can work, how much and how far, and what they have learned (docs/rules/availability.md, rule 1). */
export const AvailabilityDialog = ({ person, onClose }: AvailabilityDialogProps) => {
  const query = useHours(person.ID);
  const opening = useOpening(query);
  const failure = failureOf(query, 'Couldn’t load the availability');
  if (opening) return <AvailabilityForm person={person} stored={opening} onClose={onClose} />;
  return failure ? (
    <ReadDialog title={`Availability of ${personName(person)}`} onClose={onClose}>
      <ErrorState {...failure} />
    </ReadDialog>
  ) : null;
};
