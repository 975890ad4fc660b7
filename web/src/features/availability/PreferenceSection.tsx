import type { PairPreferenceRow } from '@homecare/domain/availability/schema.ts';
import { isClient } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Button } from '@mantine/core';
import { IconHeart, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { failureOf } from '../../platform/query.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { FormSection } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { REMOVE_PREFERENCE, SAVE_PREFERENCE, usePreferences } from './api.ts';
import { PreferenceDialog } from './PreferenceDialog.tsx';
import { KIND_WORDS, SIDE_WORDS } from './preference-words.ts';

const KindPill = ({ pair }: { readonly pair: PairPreferenceRow }) => (
  <Pill tone={pair.kind === 'never' ? 'danger' : 'ok'}>{KIND_WORDS[pair.kind]}</Pill>
);

/** Said again as it was. */
const restoring = ({ providerId, clientId, side, kind, reason }: PairPreferenceRow, other: string) => ({
  ...SAVE_PREFERENCE,
  input: { id: null, rev: null, providerId, clientId, side, kind, reason },
  said: `The preference about ${other} is removed.`,
  undone: `The preference about ${other} is back.`,
});

type Step = { readonly what: 'edit' | 'remove'; readonly pair: PairPreferenceRow } | { readonly what: 'add' };

/** Who is preferred or never to come, from either side. */
export const PreferenceSection = ({ person }: { readonly person: PersonRow }) => {
  const query = usePreferences(person.ID);
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const otherOf = (pair: PairPreferenceRow) => (isClient(person) ? pair.Provider : pair.Client);
  const lineOf = ({ side, reason }: PairPreferenceRow) =>
    [SIDE_WORDS[side], reason].filter(Boolean).join(' · ');
  return (
    <FormSection
      id="preferences"
      title="Preferred and never"
      note="'Never' of either side counts when someone is chosen for an open visit."
    >
      <DataTable
        label="Preferred and never"
        columns={[
          { key: 'other', title: isClient(person) ? 'Caregiver' : 'Client', min: 150, cell: otherOf },
          { key: 'kind', title: 'Preference', width: 110, cell: (pair) => <KindPill pair={pair} /> },
          { key: 'side', title: 'Said by', width: 110, cell: ({ side }) => SIDE_WORDS[side] },
          { key: 'reason', title: 'Reason', width: 200, cell: ({ reason }) => reason ?? '–' },
        ]}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={otherOf}
        pageSize={6}
        noun={query.data?.length === 1 ? 'preference' : 'preferences'}
        menu={(pair) => [
          { label: 'Edit…', icon: IconPencil, onSelect: () => setStep({ what: 'edit', pair }) },
          {
            label: 'Remove…',
            icon: IconTrash,
            danger: true,
            onSelect: () => setStep({ what: 'remove', pair }),
          },
        ]}
        onOpen={(pair) => setStep({ what: 'edit', pair })}
        listItem={(pair) => ({ title: otherOf(pair), kind: <KindPill pair={pair} />, line: lineOf(pair) })}
        loadingText="Loading preferences…"
        failure={failureOf(query, 'Couldn’t load the preferences')}
        empty={<EmptyState icon={IconHeart} title="Nobody is preferred or refused" />}
      />
      <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep({ what: 'add' })}>
        Add preference
      </Button>
      {step?.what === 'add' && <PreferenceDialog person={person} stored={null} onClose={close} />}
      {step?.what === 'edit' && <PreferenceDialog person={person} stored={step.pair} onClose={close} />}
      {step?.what === 'remove' && (
        <RemoveDialog
          {...REMOVE_PREFERENCE}
          title={`Remove the preference about ${otherOf(step.pair)}`}
          input={{ id: step.pair.id, rev: step.pair.rev }}
          undo={() => restoring(step.pair, otherOf(step.pair))}
          onClose={close}
        >
          {otherOf(step.pair)} can be chosen as anyone else.
        </RemoveDialog>
      )}
    </FormSection>
  );
};
