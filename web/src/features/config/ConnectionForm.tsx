import type { Refusal } from '@homecare/domain/errors.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { type ConnectionRow, checkConnection } from '@homecare/domain/sites/connections.ts';
import { Box, Button, Group, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { type FormGuard, useUnsaved } from '../../platform/form/form-guard.tsx';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { StaleNote } from '../../platform/form/StaleNote.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { FormSection, RefusalNote } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { REMOVE_CONNECTION, readConnectionsAgain, SAVE_CONNECTION, TEST_CONNECTION } from './api.ts';
import classes from './config.module.css';
import { connectionOf, type Form, formOf, KINDS, SOURCES } from './connection-words.ts';

interface ConnectionFormProps {
  readonly row: ConnectionRow;
  /** Asks before the panel is left with unsaved input about any service. */
  readonly guard: FormGuard;
}

type Outcome = { readonly works: boolean; readonly answer: string };

/** The input, its test, and resetting it. */
const useConnectionForm = (row: ConnectionRow) => {
  const { kind } = row;
  const [outcome, setOutcome] = useState<Outcome>();
  const stored = formOf(row);
  const wantedOf = (form: Form) => connectionOf(kind, form) ?? row.connection;
  const freshForm = async () => {
    const fresh = (await readConnectionsAgain()).find((one) => one.kind === kind);
    return fresh && formOf(fresh);
  };
  const showFault = ({ info, errors }: Refusal) => {
    if (!save.show(errors)) setOutcome({ works: false, answer: info });
  };
  const save = useSave({
    ...SAVE_CONNECTION,
    values: stored.value,
    rev: stored.rev,
    input: (form, rev) => ({ connection: wantedOf(form), rev }),
    // The server decides which addresses an admin may use.
    check: (form) =>
      connectionOf(kind, form)
        ? checkConnection(wantedOf(form), row, true)
        : [{ field: 'port', message: 'A port is a number from 1 to 65535.' }],
    savedAs: ({ data }, form) => formOf({ ...row, connection: wantedOf(form), rev: data.rev }),
    readAgain: freshForm,
    onSaved: () => toast.success(SAVED),
  });
  const test = useAction({
    ...TEST_CONNECTION,
    onDone: ({ data }) => setOutcome(data),
    onRefused: showFault,
  });
  const onRemoved = () => {
    toast.success(SAVED);
    void freshForm().then((fresh) => fresh && save.take(fresh));
  };
  /** Discards the outcome of an earlier test. */
  const text = (name: string) => {
    const input = save.text(name);
    return {
      ...input,
      value: save.values[name] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        setOutcome(undefined);
        input.onChange(event);
      },
    };
  };
  const tryConnection = () => {
    const form = save.checked();
    setOutcome(undefined);
    if (form) void test.run({ connection: wantedOf(form) });
  };
  const undo = () => {
    save.undo();
    setOutcome(undefined);
  };
  return { save, test, onRemoved, outcome, text, tryConnection, undo };
};

interface ConnectionPartProps {
  readonly row: ConnectionRow;
  readonly form: ReturnType<typeof useConnectionForm>;
}

/** How to reach the service. Its secret is never shown again. */
const ConnectionFields = ({ row, form: { save, text } }: ConnectionPartProps) => {
  const words = KINDS[row.kind];
  const typed = save.values;
  return (
    <div className={classes.grid} ref={save.place}>
      {words.fields
        .filter(({ when }) => when?.(typed) ?? true)
        .map(({ name, label, description, options }) =>
          options ? (
            <NativeSelect
              key={name}
              label={label}
              data={options.map(([value, option]) => ({ value, label: option }))}
              {...text(name)}
            />
          ) : (
            <TextInput
              key={name}
              label={label}
              autoComplete="off"
              {...(description && { description })}
              {...text(name)}
            />
          ),
        )}
      {(words.secretWhen?.(typed) ?? true) && (
        <PasswordInput
          label={words.secret}
          autoComplete="new-password"
          placeholder={row.secretSet ? 'Set, never shown' : 'Not set'}
          visibilityToggleButtonProps={{ 'aria-label': `Show ${words.secret} of ${words.title}` }}
          {...text('secret')}
        />
      )}
    </div>
  );
};

const ConnectionButtons = ({ row, form }: ConnectionPartProps) => {
  const { title } = KINDS[row.kind];
  const { save } = form;
  const [asks, setAsks] = useState(false);
  return (
    <Group gap={8} pt={14}>
      <Button
        variant="filled"
        loading={save.pending}
        disabled={!save.isDirty}
        aria-label={`Save ${title}`}
        onClick={save.submit}
      >
        Save
      </Button>
      <Button
        loading={form.test.pending}
        aria-label={`Test connection of ${title}`}
        onClick={form.tryConnection}
      >
        Test connection
      </Button>
      {save.isDirty && (
        <Button aria-label={`Undo ${title}`} onClick={form.undo}>
          Undo
        </Button>
      )}
      {row.source === 'own' && (
        <Button color="red" aria-label={`Remove ${title}`} onClick={() => setAsks(true)}>
          Remove
        </Button>
      )}
      {asks && (
        <RemoveDialog
          {...REMOVE_CONNECTION}
          title={`Remove ${title}`}
          input={{ kind: row.kind, rev: row.rev }}
          onDone={form.onRemoved}
          onClose={() => setAsks(false)}
        >
          Removes these settings, including the secret. Server defaults apply again.
        </RemoveDialog>
      )}
    </Group>
  );
};

/** The connection to one external service. The input can be tested before saving. */
export const ConnectionForm = ({ row, guard }: ConnectionFormProps) => {
  const words = KINDS[row.kind];
  const form = useConnectionForm(row);
  const { save, outcome } = form;
  useUnsaved(guard, save.isDirty, save);
  const labelOf = (name: string) =>
    name === 'secret' ? words.secret : words.fields.find((field) => field.name === name)?.label;
  return (
    <FormSection id={`config-${row.kind}`} title={words.title} note={words.note}>
      <p className={classes.hint}>{SOURCES[row.source]}</p>
      <RefusalNote info={save.refusal} />
      <StaleNote save={save} labelOf={labelOf} />
      <ConnectionFields row={row} form={form} />
      {outcome && (
        <Box pt={12}>
          <Note tone={outcome.works ? 'ok' : 'danger'} live>
            {outcome.answer}
          </Note>
        </Box>
      )}
      <ConnectionButtons row={row} form={form} />
    </FormSection>
  );
};
