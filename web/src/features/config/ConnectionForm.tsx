import type { FieldError } from '@homecare/domain/errors.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import {
  Connection,
  type ConnectionKind,
  type ConnectionRow,
  checkConnection,
} from '@homecare/domain/sites/connections.ts';
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FormSection, focusField } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { readConnectionsAgain, removeConnection, saveConnection, testConnection } from './api.ts';
import classes from './config.module.css';
import { StaleNote } from './StaleNote.tsx';
import { useDraft } from './use-draft.ts';

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
  const stored = useMemo(() => formOf(row), [row]);
  const held = useDraft<Form>(stored);
  const { draft, isDirty, stale } = held;
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState<'save' | 'test' | 'remove'>();
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    onUnsaved(kind, isDirty);
    return () => onUnsaved(kind, false);
  }, [kind, isDirty, onUnsaved]);

  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message;
  const set = (name: string, value: string) => {
    setErrors((before) => before.filter(({ field }) => field !== name));
    setTold(undefined);
    held.set({ [name]: value });
  };
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(`${kind}.${found[0].field}`);
  };
  /** Which addresses an admin may name is the server's to say. */
  const judged = (): Connection | undefined => {
    const connection = connectionOf(kind, draft);
    const faults = connection
      ? checkConnection(connection, row, true)
      : [{ field: 'port', message: 'A port is a number from 1 to 65535.' }];
    show(faults);
    return faults.length > 0 ? undefined : connection;
  };
  const test = async () => {
    const connection = busy ? undefined : judged();
    if (!connection) return;
    setBusy('test');
    setTold(undefined);
    const sent = await testConnection(connection);
    setBusy(undefined);
    if (sent.ok) return setTold(sent.data);
    show(sent.errors);
    if (sent.errors.length === 0) setTold({ works: false, answer: sent.info });
  };
  const freshRow = async () =>
    (await readConnectionsAgain().catch(() => undefined))?.find((one) => one.kind === kind);
  const save = async () => {
    const connection = busy || !isDirty ? undefined : judged();
    if (!connection) return;
    setBusy('save');
    const sent = await saveConnection(connection, held.rev);
    setBusy(undefined);
    if (sent.ok) {
      held.take(formOf({ ...row, connection, rev: sent.data.rev }));
      return toast.success(SAVED);
    }
    show(sent.errors);
    const fresh = sent.reason === 'stale' ? await freshRow() : undefined;
    if (fresh && fresh.rev !== held.rev) held.setStale({ info: sent.info, fresh: formOf(fresh) });
    else if (sent.errors.length === 0) setTold({ works: false, answer: sent.info });
  };
  const remove = async () => {
    if (busy) return;
    setBusy('remove');
    const sent = await removeConnection(kind, row.rev);
    setBusy(undefined);
    setAsks(false);
    if (!sent.ok) return toast.error(sent.info);
    const fresh = await freshRow();
    if (fresh) held.take(formOf(fresh));
    toast.success(SAVED);
  };
  const hasSecret = words.secretWhen?.(draft) ?? true;
  return (
    <FormSection id={`config-${kind}`} title={words.title} note={words.note}>
      <p className={classes.hint}>{SOURCES[row.source]}</p>
      {stale && <StaleNote info={stale.info} onKeep={held.keepMine} onTake={() => held.take(stale.fresh)} />}
      <div className={classes.grid}>
        {words.fields
          .filter(({ when }) => when?.(draft) ?? true)
          .map(({ name, label, description, options }) =>
            options ? (
              <NativeSelect
                key={name}
                label={label}
                data-field={`${kind}.${name}`}
                data={options.map(([value, text]) => ({ value, label: text }))}
                value={draft[name] ?? ''}
                error={errorOf(name)}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            ) : (
              <TextInput
                key={name}
                label={label}
                data-field={`${kind}.${name}`}
                autoComplete="off"
                {...(description && { description })}
                value={draft[name] ?? ''}
                error={errorOf(name)}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            ),
          )}
        {hasSecret && (
          <PasswordInput
            label={words.secret}
            data-field={`${kind}.secret`}
            autoComplete="new-password"
            placeholder={row.secretSet ? 'Set, never shown' : 'Not set'}
            value={draft.secret ?? ''}
            error={errorOf('secret')}
            visibilityToggleButtonProps={{ 'aria-label': `Show ${words.secret} of ${words.title}` }}
            onChange={(event) => set('secret', event.currentTarget.value)}
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
          loading={busy === 'save'}
          disabled={!isDirty}
          aria-label={`Save ${words.title}`}
          onClick={() => void save()}
        >
          Save
        </Button>
        <Button
          loading={busy === 'test'}
          aria-label={`Test connection of ${words.title}`}
          onClick={() => void test()}
        >
          Test connection
        </Button>
        {isDirty && (
          <Button
            aria-label={`Undo ${words.title}`}
            onClick={() => {
              held.undo();
              setErrors([]);
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
        busy={busy === 'remove'}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        <p>Removes these settings, including the secret. Server defaults apply again.</p>
      </ConfirmDialog>
    </FormSection>
  );
};
