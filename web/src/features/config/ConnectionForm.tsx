import type { Refusal } from '@homecare/domain/errors.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import {
  Connection,
  type ConnectionKind,
  type ConnectionRow,
  checkConnection,
} from '@homecare/domain/sites/connections.ts';
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type ChangeEvent, useEffect, useState } from 'react';
import { StaleNote } from '../../platform/form/StaleNote.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FormSection, RefusalNote } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { REMOVE_CONNECTION, readConnectionsAgain, SAVE_CONNECTION, TEST_CONNECTION } from './api.ts';
import classes from './config.module.css';

interface FieldWords {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Shown only then. */
  readonly when?: (form: Form) => boolean;
}
type Form = Record<string, string>;

interface KindWords {
  readonly title: string;
  readonly note: string;
  readonly secret: string;
  readonly fields: readonly FieldWords[];
  readonly secretWhen?: (form: Form) => boolean;
}

const isOnline = ({ provider }: Form) => provider === 'photon' || provider === 'nominatim';

export const KINDS: Record<ConnectionKind, KindWords> = {
  addresses: {
    title: 'Address provider',
    note: 'Address suggestions and coordinates.',
    secret: 'Key',
    secretWhen: ({ provider }) => provider === 'google',
    fields: [
      {
        name: 'provider',
        label: 'Provider',
        options: [
          ['local', 'Built in (addresses never leave this server)'],
          ['photon', 'Photon'],
          ['nominatim', 'Nominatim'],
          ['google', 'Google Places'],
        ],
      },
      { name: 'url', label: 'Address of the service', when: isOnline },
    ],
  },
  textMessages: {
    title: 'Text messages',
    note: 'Twilio',
    secret: 'Token',
    fields: [
      { name: 'accountSid', label: 'Account SID' },
      { name: 'from', label: 'Number', description: 'Such as +13035550110, or a messaging service (MG…)' },
    ],
  },
  mail: {
    title: 'E-mail',
    note: 'SMTP',
    secret: 'Password',
    fields: [
      { name: 'host', label: 'Mail server' },
      { name: 'port', label: 'Port' },
      {
        name: 'security',
        label: 'Security',
        options: [
          ['starttls', 'STARTTLS'],
          ['tls', 'TLS from the start'],
          ['none', 'None (this machine only)'],
        ],
      },
      { name: 'user', label: 'User', description: 'Empty: no sign-in' },
      { name: 'from', label: 'Sender address' },
    ],
  },
  aggregator: {
    title: 'Sandata',
    note: 'Visits are sent here.',
    secret: 'Password',
    fields: [
      { name: 'url', label: 'Address of the service' },
      { name: 'account', label: 'Account' },
      { name: 'user', label: 'User' },
      { name: 'providerId', label: 'Medicaid provider ID' },
      { name: 'payerId', label: 'Payer ID' },
    ],
  },
};

const formOf = ({ connection, rev }: ConnectionRow): { value: Form; rev: number } => {
  const { kind: _, secret: __, ...values } = connection;
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return { value: { ...Object.fromEntries(texts), secret: '' }, rev };
};

/** What is typed as a connection; undefined: a number is none. */
const connectionOf = (kind: ConnectionKind, { secret, port, ...form }: Form) => {
  const numbers = port === undefined ? {} : { port: /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0 };
  return Connection.safeParse({ kind, ...form, ...numbers, secret: secret || null }).data;
};

const SOURCES: Record<ConnectionRow['source'], string> = {
  own: 'Set here.',
  file: 'Set by the operator. Settings saved here replace it.',
  none: 'Not set.',
};

interface ConnectionFormProps {
  readonly row: ConnectionRow;
  readonly onUnsaved: (kind: ConnectionKind, unsaved: boolean) => void;
}

type Told = { readonly works: boolean; readonly answer: string };

/** One service outside: what is typed can be tried before it is saved; its secret is never shown again. */
export const ConnectionForm = ({ row, onUnsaved }: ConnectionFormProps) => {
  const { kind } = row;
  const words = KINDS[kind];
  const stored = formOf(row);
  const [told, setTold] = useState<Told>();
  const [asks, setAsks] = useState(false);
  const wantedOf = (form: Form) => connectionOf(kind, form) ?? row.connection;
  const freshForm = async () => {
    const fresh = (await readConnectionsAgain()).find((one) => one.kind === kind);
    return fresh && formOf(fresh);
  };
  const tellNo = ({ info, errors }: Refusal) => {
    if (!save.show(errors)) setTold({ works: false, answer: info });
  };
  const save = useSave({
    ...SAVE_CONNECTION,
    values: stored.value,
    rev: stored.rev,
    input: (form, rev) => ({ connection: wantedOf(form), rev }),
    // Which addresses an admin may name is the server's to say.
    check: (form) =>
      connectionOf(kind, form)
        ? checkConnection(wantedOf(form), row, true)
        : [{ field: 'port', message: 'A port is a number from 1 to 65535.' }],
    savedAs: ({ data }, form) => formOf({ ...row, connection: wantedOf(form), rev: data.rev }),
    readAgain: freshForm,
    onSaved: () => toast.success(SAVED),
  });
  const test = useAction({ ...TEST_CONNECTION, onDone: ({ data }) => setTold(data), onRefused: tellNo });
  const remove = useAction({
    ...REMOVE_CONNECTION,
    onDone: () => {
      toast.success(SAVED);
      void freshForm().then((fresh) => fresh && save.take(fresh));
    },
    onEnd: () => setAsks(false),
  });
  const { values: draft, isDirty } = save;
  useEffect(() => {
    onUnsaved(kind, isDirty);
    return () => onUnsaved(kind, false);
  }, [kind, isDirty, onUnsaved]);
  /** What was told of an earlier try is over. */
  const text = (name: string) => {
    const input = save.text(name);
    return {
      ...input,
      value: draft[name] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        setTold(undefined);
        input.onChange(event);
      },
    };
  };
  const tryIt = () => {
    const form = save.checked();
    setTold(undefined);
    if (form) void test.run({ connection: wantedOf(form) });
  };
  const labelOf = (name: string) =>
    name === 'secret' ? words.secret : words.fields.find((field) => field.name === name)?.label;
  const hasSecret = words.secretWhen?.(draft) ?? true;
  return (
    <FormSection id={`config-${kind}`} title={words.title} note={words.note}>
      <p className={classes.hint}>{SOURCES[row.source]}</p>
      <RefusalNote info={save.refusal} />
      <StaleNote save={save} labelOf={labelOf} />
      <div className={classes.grid} ref={save.place}>
        {words.fields
          .filter(({ when }) => when?.(draft) ?? true)
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
        {hasSecret && (
          <PasswordInput
            label={words.secret}
            autoComplete="new-password"
            placeholder={row.secretSet ? 'Set, never shown' : 'Not set'}
            visibilityToggleButtonProps={{ 'aria-label': `Show ${words.secret} of ${words.title}` }}
            {...text('secret')}
          />
        )}
      </div>
      {told && (
        <div className={classes.notes}>
          <Note tone={told.works ? 'ok' : 'danger'} live>
            {told.answer}
          </Note>
        </div>
      )}
      <div className={classes.connection}>
        <Button
          variant="filled"
          loading={save.pending}
          disabled={!isDirty}
          aria-label={`Save ${words.title}`}
          onClick={save.submit}
        >
          Save
        </Button>
        <Button loading={test.pending} aria-label={`Test connection of ${words.title}`} onClick={tryIt}>
          Test connection
        </Button>
        {isDirty && (
          <Button
            aria-label={`Undo ${words.title}`}
            onClick={() => {
              save.undo();
              setTold(undefined);
            }}
          >
            Undo
          </Button>
        )}
        {row.source === 'own' && (
          <Button color="red" aria-label={`Remove ${words.title}`} onClick={() => setAsks(true)}>
            Remove
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asks}
        title={`Remove ${words.title}`}
        confirmLabel="Remove"
        danger
        focusCancel
        busy={remove.pending}
        onConfirm={() => void remove.run({ kind, rev: row.rev })}
        onCancel={() => setAsks(false)}
      >
        <p>Removes these settings, including the secret. Server defaults apply again.</p>
      </ConfirmDialog>
    </FormSection>
  );
};
