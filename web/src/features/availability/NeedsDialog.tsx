import { getNeeds } from '@homecare/domain/availability/contract.ts';
import { checkNeeds, type NeedsDraft, tidyNeeds } from '@homecare/domain/availability/rules.ts';
import { NOTIFY_WAYS, type NotifyWay } from '@homecare/domain/availability/schema.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { MultiSelect, NativeSelect, Stack, TagsInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf, readNow } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useOpening } from '../../platform/use-opening.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SAVE_NEEDS, useNeeds, useSkills } from './api.ts';
import { PreferenceSection } from './PreferenceSection.tsx';

const NOTIFY_CHOICES = [
  { value: '', label: 'No' },
  { value: 'text', label: 'By text to their phone' },
  { value: 'email', label: 'By email' },
] as const satisfies readonly { value: NotifyWay | ''; label: string }[];

/** Texts and emails go where the record says; without it the client hears nothing. */
const notifyWords = ({ Phone, Email }: PersonRow, way: NotifyWay | null) => {
  if (way === 'text' && !Phone) return 'No phone is on record: add one, or the client is not notified.';
  if (way === 'email' && !Email)
    return 'No email address is on record: add one, or the client is not notified.';
  return 'When another caregiver comes, or the time changes. The contact on their record is notified too.';
};

interface NeedsDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

interface FormProps extends NeedsDialogProps {
  readonly stored: { readonly needs: NeedsDraft; readonly rev: number };
}

const NeedsForm = ({ person, stored, onClose }: FormProps) => {
  const skills = useSkills().data?.map(({ name }) => name) ?? [];
  const languages = useCapabilities()?.langGroup ?? [];
  const save = useSave({
    ...SAVE_NEEDS,
    draft: `requirements of ${person.ID}`,
    values: stored.needs,
    rev: stored.rev,
    input: (needs, rev) => {
      const tidy = tidyNeeds(needs);
      return {
        id: person.ID,
        needs: {
          skills: [...tidy.skills],
          languages: [...tidy.languages],
          wishedLanguages: [...tidy.wishedLanguages],
          notifyBy: tidy.notifyBy ?? null,
        },
        rev,
      };
    },
    check: (needs) => checkNeeds(tidyNeeds(needs)),
    readAgain: async () => {
      const { needs, rev } = await readNow(getNeeds, { id: person.ID });
      return { value: needs, rev };
    },
    onSaved: () => {
      toast.success('Requirements saved');
      onClose();
    },
  });
  const list = (name: Exclude<keyof NeedsDraft, 'notifyBy'>) => ({
    ...save.box(name),
    value: [...save.values[name]],
  });
  return (
    <FormDialog save={save} title={`Requirements of ${personName(person)}`} onClose={onClose} wide plain>
      <Stack gap={14}>
        <MultiSelect
          label="Required skills"
          description="Only caregivers with all of them are offered open visits."
          searchable
          openOnFocus={false}
          data-autofocus
          data={[...new Set([...skills, ...save.values.skills])]}
          {...list('skills')}
        />
        <TagsInput
          label="Required languages"
          description="Caregivers must speak one of them."
          data={[...languages]}
          {...list('languages')}
        />
        <TagsInput label="Wished languages" data={[...languages]} {...list('wishedLanguages')} />
        <NativeSelect
          label="Notify the client of changes"
          description={notifyWords(person, save.values.notifyBy ?? null)}
          data={NOTIFY_CHOICES}
          value={save.values.notifyBy ?? ''}
          onChange={({ currentTarget: { value } }) =>
            save.set({ notifyBy: NOTIFY_WAYS.find((one) => one === value) ?? null })
          }
        />
        <PreferenceSection person={person} />
      </Stack>
    </FormDialog>
  );
};

/** What a client requires of who comes, and whom they want (docs/rules/availability.md, rules 13 and 14). */
export const NeedsDialog = ({ person, onClose }: NeedsDialogProps) => {
  const query = useNeeds(person.ID);
  const opening = useOpening(query);
  const failure = failureOf(query, 'Couldn’t load the requirements');
  if (opening) return <NeedsForm person={person} stored={opening} onClose={onClose} />;
  return failure ? (
    <ReadDialog title={`Requirements of ${personName(person)}`} onClose={onClose}>
      <ErrorState {...failure} />
    </ReadDialog>
  ) : null;
};
