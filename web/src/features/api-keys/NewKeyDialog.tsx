import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import {
  type ChosenCalls,
  callsOf,
  MAX_KEY_NAME,
  MOST_MONTHS,
  sayCalls,
  validateKey,
} from '@homecare/domain/api-keys/rules.ts';
import { KEY_ROLES, type KeyCall, type KeyRole, PACES } from '@homecare/domain/api-keys/schema.ts';
import { MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { ShownOnceDialog } from '../../platform/ShownOnceDialog.tsx';
import { useToday } from '../../platform/use-today.ts';
import { DateBox } from '../../ui/inputs.tsx';
import { openList } from '../../ui/open-list.ts';
import { MAKE_KEY } from './api.ts';
import classes from './api-keys.module.css';

interface NewKeyDialogProps {
  readonly known: readonly KeyCall[];
  readonly onClose: () => void;
}

interface KeyForm extends ChosenCalls {
  readonly reads: string[];
  readonly writes: string[];
  readonly single: string[];
  readonly name: string;
  readonly role: KeyRole;
  readonly perMinute: string;
  readonly expires: string;
}

const USUAL_MONTHS = 3;
const LIST_ROWS = 8;

const areasWith = (known: readonly KeyCall[], role: KeyRole, effect: KeyCall['effect']) => {
  const ofRole = known.filter((call) => call.roles.includes(role) && call.effect === effect);
  const counts = Map.groupBy(ofRole, ({ area }) => area);
  return [...counts].map(([area, { length }]) => ({ value: area, label: `${area} (${length})` }));
};

const paceOf = (text: string) => PACES.find((pace) => String(pace) === text) ?? PACES[0];

const useNewKey = ({
  known,
  onSaved,
}: Pick<NewKeyDialogProps, 'known'> & { onSaved: (key: string) => void }) => {
  const today = useToday();
  const first: KeyForm = {
    name: '',
    role: 'user',
    perMinute: String(PACES[1]),
    expires: today.add({ months: USUAL_MONTHS }).toString(),
    reads: [],
    writes: [],
    single: [],
  };
  return useSave({
    ...MAKE_KEY,
    values: first,
    input: (form) => ({
      name: form.name,
      role: form.role,
      calls: callsOf(known, form.role, form),
      perMinute: paceOf(form.perMinute),
      expires: form.expires,
    }),
    check: (form) => validateKey({ ...form, calls: callsOf(known, form.role, form) }, known, today),
    placeOf: (fault) => (fault.field === 'calls' ? { ...fault, field: 'reads' } : fault),
    onSaved: ({ data }) => onSaved(data.key),
  });
};

/** Asks what the key is for, makes it and shows it once. */
export const NewKeyDialog = ({ known, onClose }: NewKeyDialogProps) => {
  const [made, setMade] = useState<string>();
  const save = useNewKey({ known, onSaved: setMade });
  const { name, role } = save.values;
  if (made !== undefined)
    return (
      <ShownOnceDialog
        title={`Key for ${name.trim()}`}
        label="Key"
        text={made}
        warning="This key is shown only now. Store it where the program keeps its secrets."
        onClose={onClose}
      >
        The program sends it with each request, as Authorization: Bearer.
      </ShownOnceDialog>
    );
  const ofRole = known.filter(({ roles }) => roles.includes(role));
  const chosen = callsOf(known, role, save.values);
  const list = { ...openList(LIST_ROWS), searchable: true, clearable: true };
  return (
    <FormDialog save={save} title="New key" label="Make key" wide onClose={onClose}>
      <Stack gap={12}>
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={MAX_KEY_NAME}
          description="The program that will use it. Logs show this name."
          {...save.text('name')}
        />
        <div className={classes.pair}>
          <NativeSelect
            label="Works as"
            data={KEY_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
            {...save.text('role')}
          />
          <DateBox label="Works through" required {...save.box('expires')} />
          <NativeSelect
            label="Calls a minute, at most"
            data={PACES.map((pace) => ({ value: String(pace), label: pace.toLocaleString('en-US') }))}
            {...save.text('perMinute')}
          />
        </div>
        <MultiSelect
          label="May read"
          placeholder="People, Visits…"
          data={areasWith(known, role, 'read')}
          {...list}
          {...save.box('reads')}
        />
        <MultiSelect
          label="May change"
          data={areasWith(known, role, 'write')}
          {...list}
          {...save.box('writes')}
        />
        <MultiSelect
          label="Single calls besides"
          description={`A key works at most ${MOST_MONTHS} months, and makes no calls of accounts and keys.`}
          data={ofRole.map((call) => ({ value: call.name, label: `${call.area}: ${call.title}` }))}
          {...list}
          {...save.box('single')}
        />
        <p role="status" className={classes.hint}>
          {chosen.length > 0 ? `Calls: ${sayCalls(chosen, known)}.` : 'Choose what the key may do.'}
        </p>
      </Stack>
    </FormDialog>
  );
};
