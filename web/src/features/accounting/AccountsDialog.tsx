import type { getAccounts } from '@homecare/domain/accounting/contract.ts';
import { validateAccounts } from '@homecare/domain/accounting/ledger.ts';
import type { Accounts } from '@homecare/domain/accounting/schema.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { Stack, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import classes from './accounting.module.css';
import { readAccountsAgain, SAVE_ACCOUNTS } from './api.ts';

type Stored = OutputOf<typeof getAccounts>;

interface AccountsForm {
  readonly receivable: string;
  readonly notPaid: string;
  readonly wagesPayable: string;
  readonly income: string;
  readonly wages: string;
  /** In the order of the types. */
  readonly own: { readonly income: string; readonly wages: string }[];
}

const formOf = ({ accounts, types, rev }: Stored): { value: AccountsForm; rev: number } => {
  const { types: named, ...usual } = accounts;
  const own = types.map(({ type }) => named[type] ?? { income: '', wages: '' });
  return { value: { ...usual, own }, rev };
};

const accountsIn = ({ own, ...usual }: AccountsForm, types: Stored['types']): Accounts => ({
  ...usual,
  types: Object.fromEntries(
    types.flatMap(({ type }, at) => {
      const named = own[at];
      return named && (named.income !== '' || named.wages !== '') ? [[type, named] as const] : [];
    }),
  ),
});

const USUAL = [
  ['receivable', 'What payers and clients owe'],
  ['notPaid', 'What payers decided not to pay'],
  ['income', 'Income'],
  ['wages', 'Pay, travel and overtime'],
  ['wagesPayable', 'Pay that is owed'],
] as const;

interface AccountsDialogProps {
  readonly stored: Stored;
  readonly onClose: () => void;
}

/** The accounts as the bookkeeper’s program names them, and those of single care plan types. */
export const AccountsDialog = ({ stored, onClose }: AccountsDialogProps) => {
  const { types } = stored;
  const { value, rev } = formOf(stored);
  const save = useSave({
    ...SAVE_ACCOUNTS,
    values: value,
    rev,
    input: (form, now) => ({ accounts: accountsIn(form, types), rev: now }),
    check: (form) => validateAccounts(accountsIn(form, types)),
    placeOf: (fault) => {
      const at = types.findIndex(({ type }) => fault.field.startsWith(`types.${type}.`));
      const part = fault.field.endsWith('.wages') ? 'wages' : 'income';
      return at < 0 ? fault : { ...fault, field: `own.${at}.${part}` };
    },
    readAgain: async () => formOf(await readAccountsAgain()),
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="Accounts" wide onClose={onClose}>
      <Stack gap={12}>
        <div className={classes.pair}>
          {USUAL.map(([name, label]) => (
            <TextInput key={name} label={label} required autoComplete="off" {...save.text(name)} />
          ))}
        </div>
        <p className={classes.hint}>
          A care plan type without accounts of its own uses these. A colon names an account within another.
        </p>
        {types.map(({ type, label }, at) => (
          <fieldset key={type} className={classes.type}>
            <legend>{label}</legend>
            <div className={classes.pair}>
              <TextInput
                label={`Income of ${label}`}
                placeholder={save.values.income}
                autoComplete="off"
                {...save.text(`own.${at}.income`)}
              />
              <TextInput
                label={`Pay of ${label}`}
                placeholder={save.values.wages}
                autoComplete="off"
                {...save.text(`own.${at}.wages`)}
              />
            </div>
          </fieldset>
        ))}
      </Stack>
    </FormDialog>
  );
};
