import { getClientPayers } from '@homecare/domain/payers/contract.ts';
import { checkClientPayers } from '@homecare/domain/payers/rules.ts';
import type { ClientPayer, ClientPayers, Payer } from '@homecare/domain/payers/schema.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf, readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useOpening } from '../../platform/use-opening.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SAVE_CLIENT_PAYERS, useClientPayers, usePayers } from './api.ts';
import classes from './ClientPayersDialog.module.css';
import { KIND_WORDS } from './payer-words.ts';

interface DialogProps {
  readonly clientId: number;
  readonly client: string;
  readonly today: string;
  readonly onClose: () => void;
}

/** Dates as they are typed; '' is until further notice. */
interface TypedPayer extends Omit<ClientPayer, 'through'> {
  readonly through: string;
}
interface Typed {
  readonly payers: readonly TypedPayer[];
}

const typedOf = ({ payers }: ClientPayers): Typed => ({
  payers: payers.map((one) => ({ ...one, through: one.through ?? '' })),
});
const payersOf = ({ payers }: Typed): ClientPayer[] =>
  payers.map((one) => ({ ...one, through: one.through === '' ? null : one.through }));

const checkTyped = (typed: Typed, known: ReadonlyMap<number, Payer>) => {
  const dates = typed.payers.flatMap(({ from, through }, n) => [
    ...(isIsoDate(from) ? [] : [{ field: `payers.${n}.from`, message: NO_DATE }]),
    ...(through === '' || isIsoDate(through) ? [] : [{ field: `payers.${n}.through`, message: NO_DATE }]),
  ]);
  return dates.length > 0 ? dates : checkClientPayers(payersOf(typed), known);
};

const MOST_SHOWN = 100;

interface RowProps {
  readonly value: TypedPayer;
  readonly place: number;
  readonly payers: readonly Payer[];
  readonly errorOf: (name: string) => string | undefined;
  readonly onChange: (change: Partial<TypedPayer>) => void;
  readonly onUp: () => void;
  readonly onRemove: () => void;
}

const PayerRow = ({ value, place, payers, errorOf, onChange, onUp, onRemove }: RowProps) => {
  const field = (part: keyof TypedPayer) => ({
    'data-field': `payers.${place}.${part}`,
    error: errorOf(`payers.${place}.${part}`),
  });
  const isInsurer = payers.find(({ id }) => id === value.payerId)?.kind === 'Other';
  return (
    <fieldset className={classes.row}>
      <legend>{place + 1}</legend>
      <NativeSelect
        label="Payer"
        data={payers.slice(0, MOST_SHOWN).map(({ id, name, kind }) => ({
          value: String(id),
          label: `${name} (${KIND_WORDS[kind]})`,
        }))}
        value={String(value.payerId)}
        onChange={(event) => onChange({ payerId: Number(event.currentTarget.value) })}
        {...field('payerId')}
      />
      <DateBox
        label="From"
        width={150}
        value={value.from}
        onChange={(from) => onChange({ from })}
        {...field('from')}
      />
      <DateBox
        label="Through"
        width={150}
        placeholder="Open end"
        value={value.through}
        onChange={(through) => onChange({ through })}
        {...field('through')}
      />
      {isInsurer && (
        <>
          <TextInput
            label="Member number"
            maxLength={40}
            value={value.memberId}
            onChange={(event) => onChange({ memberId: event.currentTarget.value })}
            {...field('memberId')}
          />
          <TextInput
            label="Group number"
            maxLength={40}
            value={value.groupNumber}
            onChange={(event) => onChange({ groupNumber: event.currentTarget.value })}
            {...field('groupNumber')}
          />
        </>
      )}
      <div className={classes.moves}>
        {place > 0 && (
          <IconButton
            label={`Move payer ${place + 1} up`}
            icon={<IconArrowUp {...rowIcon} />}
            onClick={onUp}
          />
        )}
        <IconButton
          label={`Remove payer ${place + 1}`}
          icon={<IconTrash {...rowIcon} />}
          danger
          onClick={onRemove}
        />
      </div>
    </fieldset>
  );
};

interface FormProps extends DialogProps {
  readonly stored: ClientPayers;
  readonly payers: readonly Payer[];
}

const ClientPayersForm = ({ clientId, client, today, stored, payers, onClose }: FormProps) => {
  const known = new Map(payers.map((one) => [one.id, one]));
  const save = useSave({
    ...SAVE_CLIENT_PAYERS,
    draft: `payers of ${clientId}`,
    values: typedOf(stored),
    rev: stored.rev,
    input: (typed, rev) => ({ clientId, payers: payersOf(typed), rev }),
    check: (typed) => checkTyped(typed, known),
    readAgain: async () => {
      const now = await readNow(getClientPayers, { clientId });
      return { value: typedOf(now), rev: now.rev };
    },
    onSaved: () => {
      toast.success('Payers saved');
      onClose();
    },
  });
  const list = save.values.payers;
  const put = (next: readonly TypedPayer[]) => save.set({ payers: next });
  const add = () =>
    put([...list, { payerId: payers[0]?.id ?? 0, from: today, through: '', memberId: '', groupNumber: '' }]);
  const up = (n: number) =>
    put(list.map((one, at) => (at === n - 1 ? (list[n] ?? one) : at === n ? (list[n - 1] ?? one) : one)));
  return (
    <FormDialog
      save={save}
      title={`Payers of ${client}`}
      onClose={onClose}
      wide
      plain
      intro="They pay in this order, Medicaid last. Without an entry the client's record decides: a private client pays, everyone else has Medicaid."
    >
      {list.map((value, n) => (
        <PayerRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a row is known by.
          key={n}
          value={value}
          place={n}
          payers={payers}
          errorOf={save.errorOf}
          onChange={(change) => put(list.map((one, at) => (at === n ? { ...one, ...change } : one)))}
          onUp={() => up(n)}
          onRemove={() => put(list.filter((_, at) => at !== n))}
        />
      ))}
      <div>
        <Button leftSection={<IconPlus {...menuIcon} />} disabled={payers.length === 0} onClick={add}>
          Add payer
        </Button>
      </div>
      {payers.length === 0 && <p>Add payers of your agency first: Private pay, Payers.</p>}
    </FormDialog>
  );
};

/** Who pays for a client, from which day, in which order (docs/rules/payers.md, rule 3). */
export const ClientPayersDialog = (props: DialogProps) => {
  const [own, all] = [useClientPayers(props.clientId), usePayers()];
  const opening = useOpening(own);
  const failure = failureOf(own, 'Couldn’t load payers') ?? failureOf(all, 'Couldn’t load payers');
  if (opening && all.data) return <ClientPayersForm {...props} stored={opening} payers={all.data} />;
  return failure ? (
    <ReadDialog title={`Payers of ${props.client}`} onClose={props.onClose}>
      <ErrorState {...failure} />
    </ReadDialog>
  ) : null;
};
