import { getIncident } from '@homecare/domain/incidents/contract.ts';
import { checkFacts, checkKnownAt } from '@homecare/domain/incidents/rules.ts';
import {
  CRITICAL,
  HARMS,
  INCIDENT_KINDS,
  type Incident,
  MOST_LINE,
  MOST_STORY,
} from '@homecare/domain/incidents/schema.ts';
import { CRITICAL_WORDS, HARM_WORDS, KIND_WORDS } from '@homecare/domain/incidents/words.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { readNow } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useFullName } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { DateBox, NumberBox, TimeBox } from '../../ui/inputs.tsx';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { SAVE_INCIDENT } from './api.ts';
import {
  factsOf,
  faultsOf,
  type IncidentDraft,
  LABELS,
  labelOf,
  newDraft,
  storedDraft,
} from './incident-draft.ts';
import { optionsOf } from './incident-words.ts';

interface IncidentDialogProps {
  /** null: a new one. */
  readonly stored: Incident | null;
  readonly onSaved?: (id: number) => void;
  readonly onClose: () => void;
}

const useIncidentForm = ({ stored, onSaved, onClose }: IncidentDialogProps) => {
  const zone = useZone();
  const reporter = useFullName();
  const values: IncidentDraft = stored
    ? storedDraft(stored, zone)
    : newDraft(serverNow(), { zone, reporter });
  return useSave({
    ...SAVE_INCIDENT,
    draft: stored ? `incident ${stored.id}` : 'incident',
    values,
    rev: stored?.rev ?? 0,
    input: (draft, rev) => ({
      id: stored?.id ?? null,
      rev: stored ? rev : null,
      clientId: draft.clientId ?? 0,
      providerId: draft.providerId,
      facts: factsOf(draft, zone),
    }),
    check: (draft) => {
      const unread = faultsOf(draft);
      if (unread.length > 0) return unread;
      const facts = factsOf(draft, zone);
      return [
        ...checkFacts(facts, { now: serverNow(), zone }),
        ...checkKnownAt(facts, stored?.notices ?? [], zone),
      ];
    },
    placeOf: (fault) => (fault.field === 'knownAt' ? { ...fault, field: 'knownDay' } : fault),
    readAgain: async () => {
      if (!stored) return undefined;
      const now = await readNow(getIncident, { id: stored.id });
      return { value: storedDraft(now, zone), rev: now.rev };
    },
    onSaved: ({ data }) => {
      toast.success('Incident saved');
      onClose();
      onSaved?.(data.id);
    },
  });
};

type Save = ReturnType<typeof useIncidentForm>;

const People = ({ save, isNew }: { readonly save: Save; readonly isNew: boolean }) => {
  const { people } = usePeople();
  const clients = useMemo(
    () => people?.filter((one) => isActiveOfKind(one, 'Client') || !isNew),
    [people, isNew],
  );
  const caregivers = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Provider')), [people]);
  return (
    <Group gap="10px 16px" align="flex-start" grow>
      <PersonPicker
        label="Client"
        field="clientId"
        people={clients}
        value={save.values.clientId}
        error={save.errorOf('clientId')}
        onChange={(clientId) => {
          save.set({ clientId });
          return true;
        }}
      />
      <PersonPicker
        label="Caregiver"
        field="providerId"
        optional
        people={caregivers}
        value={save.values.providerId}
        error={save.errorOf('providerId')}
        onChange={(providerId) => {
          save.set({ providerId });
          return true;
        }}
      />
    </Group>
  );
};

const WhenAndWhere = ({ save }: { readonly save: Save }) => (
  <>
    <Group gap="10px 16px" align="flex-start" grow>
      <DateBox label="Date" required {...save.box('date')} />
      <TimeBox label="Time" {...save.box('time')} />
      <NumberBox label={LABELS.minutes} {...save.box('minutes')} />
    </Group>
    <TextInput label="Place" maxLength={MOST_LINE} {...save.text('place')} />
  </>
);

const KnownSince = ({ save }: { readonly save: Save }) => (
  <Group gap="10px 16px" align="flex-start" grow>
    <DateBox label={LABELS.knownDay} required {...save.box('knownDay')} />
    <TimeBox label={LABELS.knownClock} required {...save.box('knownClock')} />
  </Group>
);

/** What happened, when it was known and what was done; what was said before stays in the record log. */
export const IncidentDialog = (props: IncidentDialogProps) => {
  const { stored, onClose } = props;
  const save = useIncidentForm(props);
  return (
    <FormDialog
      save={save}
      wide
      plain
      title={stored ? `Amend the incident of ${stored.client}` : 'New incident'}
      labelOf={labelOf}
      onClose={onClose}
    >
      <People save={save} isNew={stored === null} />
      <Group gap="10px 16px" align="flex-start" grow>
        <NativeSelect label="Kind" data={optionsOf(INCIDENT_KINDS, KIND_WORDS)} {...save.text('kind')} />
        <NativeSelect
          label="Critical"
          data={optionsOf(CRITICAL, CRITICAL_WORDS)}
          {...save.text('critical')}
        />
        <NativeSelect label="Harm" data={optionsOf(HARMS, HARM_WORDS)} {...save.text('harm')} />
      </Group>
      <WhenAndWhere save={save} />
      <Textarea label={LABELS.what} required rows={4} maxLength={MOST_STORY} {...save.text('what')} />
      <Textarea label={LABELS.measures} required rows={3} maxLength={MOST_STORY} {...save.text('measures')} />
      <TextInput label={LABELS.others} maxLength={MOST_LINE} {...save.text('others')} />
      <Group gap="10px 16px" align="flex-start" grow>
        <TextInput label={LABELS.reporter} required maxLength={MOST_LINE} {...save.text('reporter')} />
        <NativeSelect
          label={LABELS.witnessed}
          data={[
            { value: 'observed', label: 'Observed by us' },
            { value: 'reported', label: 'Reported to us' },
          ]}
          {...save.text('witnessed')}
        />
      </Group>
      <KnownSince save={save} />
    </FormDialog>
  );
};
