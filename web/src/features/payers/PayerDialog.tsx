import { checkPayer, DEFAULT_TERMS_DAYS, tidyPayer } from '@homecare/domain/payers/rules.ts';
import { PAYER_KINDS, type Payer, type PayerFacts } from '@homecare/domain/payers/schema.ts';
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { MaskBox, NumberBox } from '../../ui/inputs.tsx';
import { SAVE_PAYER } from './api.ts';
import { KIND_WORDS } from './payer-words.ts';

const NEW: PayerFacts = {
  kind: 'Private',
  name: '',
  contact: '',
  phone: '',
  email: '',
  address: '',
  address2: '',
  city: '',
  state: 'CO',
  zip: '',
  termsDays: DEFAULT_TERMS_DAYS,
  payerNumber: '',
  isActive: true,
};

/** What may be typed into a number is in the form until it is one. */
type Typed = Omit<PayerFacts, 'termsDays'> & { readonly termsDays: number | string | null };

const typedOf = (stored: Payer | null): Typed => {
  if (!stored) return NEW;
  const { id: _, clients: __, rev: ___, ...facts } = stored;
  return facts;
};
const factsOf = (typed: Typed): PayerFacts => ({
  ...typed,
  termsDays: typeof typed.termsDays === 'number' ? typed.termsDays : -1,
});

const checkTyped = (typed: Typed) => {
  const { termsDays } = factsOf(typed);
  const isDays = Number.isInteger(termsDays) && termsDays >= 0 && termsDays <= 120;
  return [
    ...checkPayer(tidyPayer(factsOf(typed))),
    ...(isDays ? [] : [{ field: 'termsDays', message: 'Enter 0 to 120 days' }]),
  ];
};

interface PayerDialogProps {
  /** null: a new one. */
  readonly stored: Payer | null;
  readonly onClose: () => void;
}

export const PayerDialog = ({ stored, onClose }: PayerDialogProps) => {
  const save = useSave({
    ...SAVE_PAYER,
    draft: `payer ${stored?.id ?? 'new'}`,
    values: typedOf(stored),
    rev: stored?.rev,
    input: (typed, rev) => ({ ...factsOf(typed), id: stored?.id ?? null, rev: stored ? rev : null }),
    check: checkTyped,
    onSaved: ({ info }) => {
      toast.success(info ?? 'Payer saved');
      onClose();
    },
  });
  const { kind } = save.values;
  return (
    <FormDialog save={save} title={stored ? 'Edit payer' : 'Add payer'} onClose={onClose} plain>
      <NativeSelect
        label="Kind"
        disabled={stored !== null}
        data={PAYER_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        {...save.text('kind')}
      />
      <TextInput label="Name" required maxLength={60} data-autofocus {...save.text('name')} />
      <TextInput label="Contact person" maxLength={60} {...save.text('contact')} />
      <Group gap={12} align="flex-start" grow>
        <MaskBox mask="phone" label="Phone" {...save.box('phone')} />
        <TextInput label="E-mail" maxLength={120} {...save.text('email')} />
      </Group>
      <TextInput label="Street" maxLength={55} {...save.text('address')} />
      <TextInput label="Street, line 2" maxLength={55} {...save.text('address2')} />
      <Group gap={12} align="flex-start" grow>
        <TextInput label="City" maxLength={30} {...save.text('city')} />
        <TextInput label="State" maxLength={2} {...save.text('state')} />
        <TextInput label="ZIP code" maxLength={10} {...save.text('zip')} />
      </Group>
      {kind === 'Private' && <NumberBox label="Days to pay" width={120} {...save.box('termsDays')} />}
      {kind === 'Other' && (
        <TextInput
          label="Payer ID"
          description="The ID that claims use for this insurer."
          maxLength={40}
          {...save.text('payerNumber')}
        />
      )}
      <Checkbox label="In use" {...save.tick('isActive')} />
    </FormDialog>
  );
};
