import { isOffice } from '@homecare/domain/call.ts';
import { counted } from '@homecare/domain/counted.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SET_FACTOR_RULE, useAccounts, useFactorRule } from './api.ts';

/** The site's switch that requires a second factor of admins and users. */
export const FactorRule = () => {
  const query = useFactorRule();
  const accounts = useAccounts().data ?? [];
  const uid = useSession()?.uid;
  const [asking, setAsking] = useState(false);
  const failure = failureOf(query, 'Couldn’t load the setting');
  const without = accounts.filter(
    ({ role, secondFactor, passkeys }) => isOffice(role) && !secondFactor && passkeys === 0,
  );
  const meToo = without.some(({ id }) => String(id) === uid);

  const rule = useAction({
    ...SET_FACTOR_RULE,
    onDone: () => toast.success(SAVED),
    onRefused: ({ info }) => toast.error(`Error: ${info}`),
    onEnd: () => setAsking(false),
  });
  if (failure) return <ErrorState {...failure} />;
  return (
    <>
      <Switch
        label="Admins and Managers need two-step sign-in"
        description="Users without one must set it up at next sign-in."
        checked={query.data?.required ?? false}
        disabled={!query.data || rule.pending}
        onChange={(event) =>
          event.currentTarget.checked ? setAsking(true) : void rule.run({ required: false })
        }
      />
      {asking && (
        <ConfirmDialog
          opened
          title="Require two-step sign-in"
          confirmLabel="Require it"
          busy={rule.pending}
          onConfirm={() => void rule.run({ required: true })}
          onCancel={() => setAsking(false)}
        >
          <p>
            {without.length === 0
              ? 'Every Admin and Manager already has it.'
              : `${counted(without.length, 'account')}${meToo ? ', including yours,' : ''} will be asked to set it up now. They need a passkey or an authenticator app on a phone.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
};
