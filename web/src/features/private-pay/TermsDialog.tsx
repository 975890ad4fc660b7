import type { FieldError } from '@homecare/domain/errors.ts';
import { getAccount } from '@homecare/domain/private-pay/contract.ts';
import type { ClientAccount, PrivateTerms } from '@homecare/domain/private-pay/schema.ts';
import { checkTerms } from '@homecare/domain/private-pay/terms.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { FormSection } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { useTypes } from '../care-plans/api.ts';
import { SAVE_TERMS } from './api.ts';
import { AMOUNT_MISSING, centsOf } from './money-typed.ts';
import classes from './PrivatePay.module.css';

interface TypedRow {
  readonly type: string;
  readonly from: string;
  readonly dollars: number | string | null;
}
interface Typed {
  readonly rates: readonly TypedRow[];
  readonly shares: readonly TypedRow[];
}
type List = keyof Typed;

const typedOf = ({ rates, shares }: PrivateTerms): Typed => ({
  rates: rates.map(({ type, from, cents }) => ({ type, from, dollars: cents / 100 })),
  shares: shares.map(({ from, cents }) => ({ type: '', from, dollars: cents / 100 })),
});
const termsOf = ({ rates, shares }: Typed): PrivateTerms => ({
  rates: rates.map(({ type, from, dollars }) => ({ type, from, cents: centsOf(dollars) ?? 0 })),
  shares: shares.map(({ from, dollars }) => ({ from, cents: centsOf(dollars) ?? 0 })),
});

/** A share of cost may be 0: then it ends. */
const faultsOf = (typed: Typed, types: ReadonlySet<string>): readonly FieldError[] => {
  const places = (['rates', 'shares'] as const).flatMap((list) =>
    typed[list].flatMap(({ from, dollars }, n): FieldError[] => [
      ...(isIsoDate(from) ? [] : [{ field: `${list}.${n}.from`, message: NO_DATE }]),
      ...(centsOf(dollars) === undefined && !(list === 'shares' && dollars === 0)
        ? [{ field: `${list}.${n}.cents`, message: AMOUNT_MISSING }]
        : []),
    ]),
  );
  return places.length > 0 ? places : checkTerms(termsOf(typed), types);
};

interface RowProps {
  readonly list: List;
  readonly place: number;
  readonly row: TypedRow;
  readonly types: readonly string[];
  readonly errorOf: (name: string) => string | undefined;
  readonly onChange: (change: Partial<TypedRow>) => void;
  readonly onRemove: () => void;
}

const TermRow = ({ list, place, row, types, errorOf, onChange, onRemove }: RowProps) => {
  const field = (part: string) => ({
    'data-field': `${list}.${place}.${part}`,
    error: errorOf(`${list}.${place}.${part}`),
  });
  return (
    <div className={classes.row}>
      {list === 'rates' && (
        <NativeSelect
          label="Care plan type"
          data={[...types]}
          value={row.type}
          onChange={(event) => onChange({ type: event.currentTarget.value })}
          {...field('type')}
        />
      )}
      <DateBox
        label="From"
        width={150}
        value={row.from}
        onChange={(from) => onChange({ from })}
        {...field('from')}
      />
      <NumberBox
        label={list === 'rates' ? 'An hour' : 'A month'}
        width={130}
        decimals={2}
        prefix="$"
        value={row.dollars}
        onChange={(dollars) => onChange({ dollars })}
        {...field('cents')}
      />
      <IconButton
        label={`Remove ${list === 'rates' ? 'rate' : 'share of cost'} ${place + 1}`}
        icon={<IconTrash {...rowIcon} />}
        danger
        onClick={onRemove}
      />
    </div>
  );
};

interface TermsDialogProps {
  readonly account: ClientAccount;
  readonly onClose: () => void;
}

/** Hourly rates by care plan type and the share of cost, each from a day on (docs/rules/private-pay.md, rules 5 and 7). */
export const TermsDialog = ({ account, onClose }: TermsDialogProps) => {
  const { clientId, client } = account;
  const today = useToday();
  const types = useTypes().data?.map(({ Code }) => Code) ?? [];
  const save = useSave({
    ...SAVE_TERMS,
    draft: `private rates of ${clientId}`,
    values: typedOf(account.terms),
    rev: account.termsRev,
    input: (typed, rev) => ({ ...termsOf(typed), clientId, rev }),
    check: (typed) => faultsOf(typed, new Set(types)),
    readAgain: async () => {
      const now = await readNow(getAccount, { clientId });
      return { value: typedOf(now.terms), rev: now.termsRev };
    },
    onSaved: () => {
      toast.success('Rates saved');
      onClose();
    },
  });
  const firstOfMonth = today.with({ day: 1 }).toString();
  const rowsOf = (list: List) => {
    const rows = save.values[list];
    const put = (next: readonly TypedRow[]) => save.set({ [list]: next });
    return (
      <div className={classes.list}>
        {rows.map((row, n) => (
          <TermRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a row is known by.
            key={n}
            list={list}
            place={n}
            row={row}
            types={types}
            errorOf={save.errorOf}
            onChange={(change) => put(rows.map((one, at) => (at === n ? { ...one, ...change } : one)))}
            onRemove={() => put(rows.filter((_, at) => at !== n))}
          />
        ))}
        <Button
          leftSection={<IconPlus {...menuIcon} />}
          onClick={() => put([...rows, { type: types[0] ?? '', from: firstOfMonth, dollars: null }])}
        >
          {list === 'rates' ? 'Add rate' : 'Add share of cost'}
        </Button>
      </div>
    );
  };
  return (
    <FormDialog save={save} title={`Rates of ${client}`} onClose={onClose} wide plain>
      <FormSection id="rates" title="Hourly rates">
        {rowsOf('rates')}
      </FormSection>
      <FormSection id="shares" title="Share of cost" note="what Medicaid has the client pay; 0 ends it">
        {rowsOf('shares')}
      </FormSection>
    </FormDialog>
  );
};
