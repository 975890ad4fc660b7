import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { checkPayment, type OpenInvoice } from '@homecare/domain/private-pay/account.ts';
import {
  type ClientAccount,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@homecare/domain/private-pay/schema.ts';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useOpening } from '../../platform/use-opening.ts';
import { useToday } from '../../platform/use-today.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SAVE_PAYMENT, useAccount } from './api.ts';
import { AMOUNT_MISSING, centsOf } from './money-typed.ts';
import classes from './PrivatePay.module.css';

type Dollars = number | string | null;
interface Typed {
  readonly day: string;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly amount: Dollars;
  readonly how: 'oldest' | 'chosen';
  /** By invoice. */
  readonly parts: Readonly<Record<number, Dollars>>;
}

const openOf = ({ invoices }: ClientAccount): OpenInvoice[] =>
  invoices
    .filter(({ state }) => state === 'Open' || state === 'Overdue')
    .toReversed()
    .map(({ id, number, due, total, paid }) => ({ invoiceId: id, number, due, open: total - paid }));

const partsOf = ({ how, parts }: Typed) =>
  how === 'oldest'
    ? null
    : Object.entries(parts).flatMap(([id, dollars]) => {
        const cents = centsOf(dollars);
        return cents === undefined ? [] : [{ invoiceId: Number(id), cents }];
      });

const inputOf = (typed: Typed, clientId: number) => ({
  clientId,
  day: typed.day,
  method: typed.method,
  reference: typed.reference.trim(),
  cents: centsOf(typed.amount) ?? 0,
  parts: partsOf(typed),
});

const checkTyped = (typed: Typed, open: readonly OpenInvoice[], clientId: number, today: string) => {
  if (!isIsoDate(typed.day)) return [{ field: 'day', message: NO_DATE }];
  if (centsOf(typed.amount) === undefined) return [{ field: 'amount', message: AMOUNT_MISSING }];
  return checkPayment(inputOf(typed, clientId), open, today).map(inForm);
};

/** Faults of single parts are below all of them. */
const inForm = <F extends { readonly field: string }>(fault: F): F =>
  fault.field.startsWith('parts')
    ? { ...fault, field: 'parts' }
    : fault.field === 'cents'
      ? { ...fault, field: 'amount' }
      : fault;

interface PaymentFormProps {
  readonly account: ClientAccount;
  readonly onClose: () => void;
}

const PaymentForm = ({ account, onClose }: PaymentFormProps) => {
  const today = useToday().toString();
  const open = openOf(account);
  const values: Typed = {
    day: today,
    method: 'Check',
    reference: '',
    amount: account.balance > 0 ? account.balance / 100 : null,
    how: 'oldest',
    parts: {},
  };
  const save = useSave({
    ...SAVE_PAYMENT,
    draft: `payment of ${account.clientId}`,
    values,
    input: (typed) => inputOf(typed, account.clientId),
    check: (typed) => checkTyped(typed, open, account.clientId, today),
    placeOf: inForm,
    onSaved: ({ info }) => {
      toast.success(info ?? 'Payment saved');
      onClose();
    },
  });
  const { how, parts } = save.values;
  return (
    <FormDialog
      save={save}
      title={`Payment of ${account.client}`}
      label="Record payment"
      onClose={onClose}
      plain
      intro={
        account.balance > 0
          ? `${showMoney(account.balance)} is owed.`
          : 'Nothing is owed: the payment becomes credit.'
      }
    >
      <Group gap={12} align="flex-start" grow>
        <NumberBox label="Amount" required decimals={2} prefix="$" data-autofocus {...save.box('amount')} />
        <DateBox label="Received" {...save.box('day')} />
      </Group>
      <Group gap={12} align="flex-start" grow>
        <NativeSelect label="Method" data={[...PAYMENT_METHODS]} {...save.text('method')} />
        <TextInput label="Reference" placeholder="Check number" maxLength={60} {...save.text('reference')} />
      </Group>
      <NativeSelect
        label="Pays"
        data={[
          { value: 'oldest', label: 'The oldest invoices first' },
          { value: 'chosen', label: 'Invoices I choose' },
        ]}
        {...save.text('how')}
      />
      {how === 'chosen' && (
        <div className={classes.parts} data-field="parts">
          {open.length === 0 && <p>No invoice is open.</p>}
          {open.map(({ invoiceId, number, due, open: owed }) => (
            <div key={invoiceId} className={classes.row}>
              <NumberBox
                label={`${number}, due ${showDate(due)}, ${showMoney(owed)} open`}
                width={160}
                decimals={2}
                prefix="$"
                value={parts[invoiceId] ?? null}
                onChange={(dollars) => save.set({ parts: { ...parts, [invoiceId]: dollars } })}
              />
            </div>
          ))}
          {save.errorOf('parts') && <p role="alert">{save.errorOf('parts')}</p>}
        </div>
      )}
    </FormDialog>
  );
};

interface PaymentDialogProps {
  readonly clientId: number;
  readonly onClose: () => void;
}

/** A payment that was received (docs/rules/private-pay.md, rules 14 and 15). */
export const PaymentDialog = ({ clientId, onClose }: PaymentDialogProps) => {
  const query = useAccount(clientId);
  const opening = useOpening(query);
  const failure = failureOf(query, 'Couldn’t load the account');
  if (opening) return <PaymentForm account={opening} onClose={onClose} />;
  return failure ? (
    <ReadDialog title="Record payment" onClose={onClose}>
      <ErrorState {...failure} />
    </ReadDialog>
  ) : null;
};
