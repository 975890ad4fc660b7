import { listPreferences } from '@homecare/domain/availability/contract.ts';
import { checkPreference, type PreferenceDraft } from '@homecare/domain/availability/rules.ts';
import {
  PAIR_KINDS,
  PAIR_SIDES,
  type PairKind,
  type PairPreferenceRow,
  type PairSide,
} from '@homecare/domain/availability/schema.ts';
import { isActiveOfKind, isClient } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { SAVE_PREFERENCE } from './api.ts';
import { KIND_WORDS, SIDE_WORDS } from './preference-words.ts';

interface Draft {
  readonly other: number | null;
  readonly side: PairSide;
  readonly kind: PairKind;
  readonly reason: string;
}

const LABELS: Readonly<Record<string, string>> = { kind: 'Preference', reason: 'Reason' };

interface PreferenceDialogProps {
  readonly person: PersonRow;
  /** null: a new one. */
  readonly stored: PairPreferenceRow | null;
  readonly onClose: () => void;
}

/** One preference about a pair; the pair and the side that said it stay as they are. */
export const PreferenceDialog = ({ person, stored, onClose }: PreferenceDialogProps) => {
  const ofClient = isClient(person);
  const { people } = usePeople();
  const others = useMemo(
    () => people?.filter((one) => isActiveOfKind(one, ofClient ? 'Provider' : 'Client')),
    [people, ofClient],
  );
  const otherField = ofClient ? 'providerId' : 'clientId';
  const pairOf = ({ other, side, kind, reason }: Draft): PreferenceDraft => ({
    providerId: ofClient ? other : person.ID,
    clientId: ofClient ? person.ID : other,
    side,
    kind,
    reason: reason.trim() || null,
  });
  const draftOf = (row: PairPreferenceRow): Draft => {
    const { side, kind, reason } = row;
    return { other: row[otherField], side, kind, reason: reason ?? '' };
  };
  const empty: Draft = {
    other: null,
    side: ofClient ? 'client' : 'caregiver',
    kind: 'preferred',
    reason: '',
  };
  const save = useSave({
    ...SAVE_PREFERENCE,
    draft: `preference ${stored?.id ?? `of ${person.ID}`}`,
    values: stored ? draftOf(stored) : empty,
    rev: stored?.rev ?? 0,
    input: (draft, rev) => ({ id: stored?.id ?? null, rev: stored ? rev : null, ...pairOf(draft) }),
    check: (draft) => checkPreference(pairOf(draft), []),
    placeOf: (fault) => (fault.field === otherField ? { ...fault, field: 'other' } : fault),
    readAgain: async () => {
      const rows = await readNow(listPreferences, { id: person.ID });
      const now = rows.find(({ id }) => id === stored?.id);
      return now && { value: draftOf(now), rev: now.rev };
    },
    onSaved: () => {
      toast.success('Preference saved');
      onClose();
    },
  });
  return (
    <FormDialog
      save={save}
      title={stored ? 'Edit preference' : 'Add preference'}
      onClose={onClose}
      labelOf={(name) => LABELS[name]}
      plain
    >
      {stored ? (
        <p>{ofClient ? stored.Provider : stored.Client}</p>
      ) : (
        <PersonPicker
          label={ofClient ? 'Caregiver' : 'Client'}
          field="other"
          people={others}
          value={save.values.other}
          error={save.errorOf('other')}
          onChange={(id) => {
            save.set({ other: id });
            return true;
          }}
        />
      )}
      <NativeSelect
        label="Preference"
        data={PAIR_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        {...save.text('kind')}
      />
      <NativeSelect
        label="Said by"
        disabled={stored !== null}
        data={PAIR_SIDES.map((value) => ({ value, label: SIDE_WORDS[value] }))}
        {...save.text('side')}
      />
      <Textarea label="Reason" rows={3} maxLength={500} {...save.text('reason')} />
    </FormDialog>
  );
};
