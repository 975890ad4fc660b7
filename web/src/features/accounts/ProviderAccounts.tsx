import { ACCOUNT_CREATED, PASSWORD_RESET } from '@homecare/domain/accounts/rules.ts';
import type { ProviderAccount } from '@homecare/domain/accounts/schema.ts';
import { Button, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { newAttemptKey } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { addAccount, newTemporaryPassword, resetPassword, useProviderAccounts } from './api.ts';
import { PhonesDialog } from './PhonesDialog.tsx';
import { stateOfPassword } from './password-state.ts';
import { SendLinkDialog } from './SendLinkDialog.tsx';

interface Told {
  readonly provider: ProviderAccount;
  readonly accountId: number;
  readonly password: string;
}

/** 'Create Providers EVV Accounts', premium: provider, login and e-mail to read, Create Account or Reset Password. */
export const ProviderAccounts = ({ zone }: { readonly zone: string }) => {
  const query = useProviderAccounts();
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [showsPhones, setShowsPhones] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Told>();
  const attempt = useRef<{ readonly key: string; readonly password: string }>(undefined);
  const failure = failureOf(query, 'The providers could not be loaded');
  const providers = query.data ?? [];
  const provider = providers.find(({ providerId }) => String(providerId) === chosen);

  const create = async (to: ProviderAccount) => {
    if (busy) return;
    setBusy(true);
    setRefusal('');
    // Pressed again after no answer came, it is the same account with the same password.
    attempt.current ??= { key: newAttemptKey(), password: newTemporaryPassword() };
    const { key, password } = attempt.current;
    const { login, fullName, providerId } = to;
    const data = { login, password, full_name: fullName, role: 'evv', provider_id: providerId } as const;
    const sent = await addAccount(data, key);
    setBusy(false);
    if (!sent.ok) {
      if (sent.reason !== 'unavailable') attempt.current = undefined;
      return setRefusal(sent.info);
    }
    attempt.current = undefined;
    toast.success(ACCOUNT_CREATED);
    setTold({ provider: to, accountId: sent.insertId ?? 0, password });
  };
  const reset = async (to: ProviderAccount) => {
    if (busy || !to.account) return;
    setBusy(true);
    setRefusal('');
    const password = newTemporaryPassword();
    const sent = await resetPassword(to.account.id, password, to.account.rev);
    setBusy(false);
    setAsking(false);
    if (!sent.ok) return setRefusal(sent.info);
    toast.success(PASSWORD_RESET);
    setTold({ provider: to, accountId: to.account.id, password });
  };

  if (failure) return <ErrorState {...failure} />;
  return (
    <>
      {refusal && (
        <Note tone="danger" live>
          {refusal}
        </Note>
      )}
      <div className={classes.fields}>
        <Select
          label="Provider"
          data-field="evv provider"
          placeholder={query.data ? 'Choose a provider' : 'Loading…'}
          searchable
          nothingFoundMessage="Nothing found"
          limit={50}
          withScrollArea={false}
          styles={{ options: { maxHeight: 'calc(7 * var(--option-height))', overflowY: 'auto' } }}
          data={providers.map(({ providerId, name }) => ({ value: String(providerId), label: name }))}
          value={chosen}
          onChange={(value) => {
            attempt.current = undefined;
            setRefusal('');
            setChosen(value);
          }}
        />
      </div>
      {provider && (
        <>
          <dl className={classes.facts}>
            <div>
              <dt>Login</dt>
              <dd>{provider.login}</dd>
            </div>
            <div>
              <dt>E-mail</dt>
              <dd>{provider.email || '–'}</dd>
            </div>
            <div>
              <dt>Phone</dt>
              <dd>{provider.phone || '–'}</dd>
            </div>
            <div>
              <dt>Account</dt>
              <dd>{provider.account ? stateOfPassword(provider.account, zone).words : 'None yet'}</dd>
            </div>
          </dl>
          <div className={classes.row}>
            <Button
              loading={busy && !asking}
              onClick={() => (provider.account ? setAsking(true) : void create(provider))}
            >
              {provider.account ? 'Reset Password' : 'Create Account'}
            </Button>
            {provider.account && <Button onClick={() => setShowsPhones(true)}>Phones</Button>}
          </div>
        </>
      )}
      {showsPhones && provider?.account && (
        <PhonesDialog
          accountId={provider.account.id}
          name={provider.name}
          zone={zone}
          onClose={() => setShowsPhones(false)}
        />
      )}
      {asking && provider && (
        <ConfirmDialog
          opened
          title={`Reset the password of ${provider.name}`}
          confirmLabel="Reset Password"
          busy={busy}
          onConfirm={() => void reset(provider)}
          onCancel={() => setAsking(false)}
        >
          <p>
            The current password stops working and the phone is signed out. Check-ins kept on the phone are
            safe.
          </p>
        </ConfirmDialog>
      )}
      {told && <SendLinkDialog {...told} zone={zone} onClose={() => setTold(undefined)} />}
    </>
  );
};
