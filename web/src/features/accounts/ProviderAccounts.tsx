import { ACCOUNT_CREATED, PASSWORD_RESET } from '@homecare/domain/accounts/rules.ts';
import type { ProviderAccount } from '@homecare/domain/accounts/schema.ts';
import { Button, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { ADD_ACCOUNT, newTemporaryPassword, RESET_PASSWORD, useProviderAccounts } from './api.ts';
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
  const [told, setTold] = useState<Told>();
  const onRefused = () => {};
  const create = useAction({ ...ADD_ACCOUNT, onRefused });
  const reset = useAction({ ...RESET_PASSWORD, onRefused, onEnd: () => setAsking(false) });
  const refusal = create.refusal ?? reset.refusal;
  const forget = () => {
    create.forget();
    reset.forget();
  };
  /** Pressed again after no answer came, it is the same account with the same password. */
  const made = useRef<{ readonly providerId: number; readonly password: string }>(undefined);
  const failure = failureOf(query, 'The providers could not be loaded');
  const providers = query.data ?? [];
  const provider = providers.find(({ providerId }) => String(providerId) === chosen);

  const createFor = async (to: ProviderAccount) => {
    const { login, fullName, providerId } = to;
    if (made.current?.providerId !== providerId || create.refusal?.reason !== 'unavailable')
      made.current = { providerId, password: newTemporaryPassword() };
    const { password } = made.current;
    forget();
    await create.run(
      { data: { login, password, full_name: fullName, role: 'evv', provider_id: providerId } },
      {
        onDone: ({ insertId }) => {
          made.current = undefined;
          toast.success(ACCOUNT_CREATED);
          setTold({ provider: to, accountId: insertId ?? 0, password });
        },
      },
    );
  };
  const resetFor = async (to: ProviderAccount) => {
    if (!to.account) return;
    forget();
    const { id, rev } = to.account;
    const password = newTemporaryPassword();
    const onDone = () => {
      toast.success(PASSWORD_RESET);
      setTold({ provider: to, accountId: id, password });
    };
    await reset.run({ id, data: { password, resetPassword: true, rev } }, { onDone });
  };

  if (failure) return <ErrorState {...failure} />;
  return (
    <>
      {refusal && (
        <Note tone="danger" live>
          {refusal.info}
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
            forget();
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
              loading={create.pending}
              onClick={() => (provider.account ? setAsking(true) : void createFor(provider))}
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
          busy={reset.pending}
          onConfirm={() => void resetFor(provider)}
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
