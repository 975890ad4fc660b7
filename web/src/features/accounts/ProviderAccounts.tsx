import { ACCOUNT_CREATED, PASSWORD_RESET } from '@homecare/domain/accounts/rules.ts';
import type { ProviderAccount } from '@homecare/domain/accounts/schema.ts';
import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { ADD_ACCOUNT, newTemporaryPassword, RESET_PASSWORD, useProviderAccounts } from './api.ts';
import { PhonesDialog } from './PhonesDialog.tsx';
import { ProviderSelect } from './ProviderSelect.tsx';
import { stateOfPassword } from './password-state.ts';
import { SendLinkDialog } from './SendLinkDialog.tsx';

/** An account with a new password. The password is handed over in person, or a message sends a link. */
interface Ready {
  readonly provider: ProviderAccount;
  readonly accountId: number;
  readonly password: string;
}

/** Creates the EVV account of a provider, or resets its password. */
const useProviderAccount = (onReady: (ready: Ready) => void) => {
  const onRefused = () => {};
  const create = useAction({ ...ADD_ACCOUNT, onRefused });
  const reset = useAction({ ...RESET_PASSWORD, onRefused });
  const forget = () => {
    create.forget();
    reset.forget();
  };
  /** Pressing again after a lost answer uses the same account and password. */
  const made = useRef<{ readonly providerId: number; readonly password: string }>(undefined);
  const createFor = async (provider: ProviderAccount) => {
    const { login, fullName, providerId } = provider;
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
          onReady({ provider, accountId: insertId ?? 0, password });
        },
      },
    );
  };
  const resetFor = async (provider: ProviderAccount) => {
    if (!provider.account) return;
    forget();
    const { id, rev } = provider.account;
    const password = newTemporaryPassword();
    const onDone = () => {
      toast.success(PASSWORD_RESET);
      onReady({ provider, accountId: id, password });
    };
    await reset.run({ id, data: { password, resetPassword: true, rev } }, { onDone });
  };
  const pending = { create: create.pending, reset: reset.pending };
  return { createFor, resetFor, forget, pending, refusal: create.refusal ?? reset.refusal };
};

/** 'Create Providers EVV Accounts' (premium): lists providers with login and e-mail, and offers Create Account or Reset Password. */
export const ProviderAccounts = ({ zone }: { readonly zone: string }) => {
  const query = useProviderAccounts();
  const [chosen, setChosen] = useState('');
  const [open, setOpen] = useState<'reset' | 'phones'>();
  const [ready, setReady] = useState<Ready>();
  const { createFor, resetFor, forget, pending, refusal } = useProviderAccount(setReady);
  const failure = failureOf(query, 'Couldn’t load the providers');
  const provider = query.data?.find(({ providerId }) => String(providerId) === chosen);
  const close = () => setOpen(undefined);
  if (failure) return <ErrorState {...failure} />;
  return (
    <>
      {refusal && (
        <Note tone="danger" live>
          {refusal.info}
        </Note>
      )}
      <div className={classes.fields}>
        <ProviderSelect
          data-field="evv provider"
          value={chosen}
          onChange={(value) => {
            forget();
            setChosen(value);
          }}
        />
      </div>
      {provider && (
        <>
          <Facts
            look="line"
            rows={[
              ['Login', provider.login],
              ['E-mail', provider.email],
              ['Phone', provider.phone],
              ['Account', provider.account ? stateOfPassword(provider.account, zone).words : 'None yet'],
            ]}
          />
          <Group gap={10} mt={14}>
            <Button
              loading={pending.create}
              onClick={() => (provider.account ? setOpen('reset') : void createFor(provider))}
            >
              {provider.account ? 'Reset Password' : 'Create Account'}
            </Button>
            {provider.account && <Button onClick={() => setOpen('phones')}>Phones</Button>}
          </Group>
        </>
      )}
      {open === 'phones' && provider?.account && (
        <PhonesDialog accountId={provider.account.id} name={provider.name} zone={zone} onClose={close} />
      )}
      {open === 'reset' && provider && (
        <ConfirmDialog
          opened
          title={`Reset the password of ${provider.name}`}
          confirmLabel="Reset Password"
          busy={pending.reset}
          onConfirm={() => void resetFor(provider).finally(close)}
          onCancel={close}
        >
          <p>
            The current password stops working and the phone is signed out. Check-ins kept on the phone are
            safe.
          </p>
        </ConfirmDialog>
      )}
      {ready && <SendLinkDialog {...ready} zone={zone} onClose={() => setReady(undefined)} />}
    </>
  );
};
