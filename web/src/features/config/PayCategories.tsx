import { counted } from '@homecare/domain/counted.ts';
import { type PayCategory, removePayCategory } from '@homecare/domain/payroll/category-contract.ts';
import { Button, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { CATEGORY_READERS, SAVE_CATEGORY, usePayCategories } from '../payroll/rate-api.ts';
import classes from './config.module.css';

const stateOf = ({ builtIn, retired }: PayCategory) => {
  if (retired) return 'Retired';
  return builtIn ? 'Built-in' : 'Active';
};
const usageOf = ({ types, providers }: PayCategory) =>
  [counted(types, 'type'), counted(providers, 'provider')].join(', ');

const COLUMNS: readonly Column<PayCategory>[] = [
  { key: 'name', title: 'Category', min: 160, cell: ({ name }) => name },
  { key: 'state', title: 'State', width: 110, cell: stateOf },
  { key: 'use', title: 'Used by', width: 190, cell: usageOf },
];

interface NameDialogProps {
  /** The category to rename; missing for a new one. */
  readonly category: PayCategory | undefined;
  readonly onClose: () => void;
}

const NameDialog = ({ category, onClose }: NameDialogProps) => {
  const save = useSave({
    ...SAVE_CATEGORY,
    values: { name: category?.name ?? '' },
    input: ({ name }) => ({ was: category?.name ?? null, name, retired: category?.retired ?? false }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={category ? `Rename ${category.name}` : 'New pay category'}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Private pay"
        description={
          category
            ? 'Rates, types and new runs use the new name. Earlier runs keep the old one.'
            : 'Then choose it for a care plan type, and enter a rate for each provider.'
        }
        {...save.text('name')}
      />
    </FormDialog>
  );
};

/** Pay categories. Admins add, rename and retire their own; unused ones can be removed. */
export const PayCategories = () => {
  const query = usePayCategories();
  const [step, setStep] = useState<{ readonly what: 'name' | 'remove'; readonly category?: PayCategory }>();
  const close = () => setStep(undefined);
  const removed = step?.what === 'remove' ? step.category : undefined;
  const retire = useAction({
    ...SAVE_CATEGORY,
    onDone: (_, { name, retired }) =>
      toast.success(
        retired
          ? `Success: ${name} is retired. Hours of its types are still paid.`
          : `Success: ${name} is active`,
      ),
  });
  const setRetired = ({ name }: PayCategory, retired: boolean) =>
    void retire.run({ was: name, name, retired });
  return (
    <>
      <div className={classes.frame}>
        <DataTable
          label="Pay categories"
          columns={COLUMNS}
          rows={query.data}
          rowKey={({ name }) => name}
          rowName={({ name }) => name}
          pageSize={8}
          expected={5}
          noun={query.data?.length === 1 ? 'category' : 'categories'}
          dimmed={({ retired }) => retired}
          menu={(category) => [
            {
              label: 'Rename',
              icon: IconPencil,
              disabledReason: category.builtIn ? 'Built-in categories keep their name' : undefined,
              onSelect: () => setStep({ what: 'name', category }),
            },
            category.retired
              ? {
                  label: 'Offer again',
                  icon: IconArchiveOff,
                  onSelect: () => setRetired(category, false),
                }
              : { label: 'Retire', icon: IconArchive, onSelect: () => setRetired(category, true) },
            {
              label: 'Remove',
              icon: IconTrash,
              danger: true,
              disabledReason: category.unused ? undefined : 'in use: retire it instead',
              onSelect: () => setStep({ what: 'remove', category }),
            },
          ]}
          listItem={(category) => ({
            title: category.name,
            kind: stateOf(category),
            line: usageOf(category),
          })}
          loadingText="Loading pay categories…"
          failure={failureOf(query, 'Couldn’t load the pay categories')}
        />
      </div>
      <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep({ what: 'name' })}>
        New pay category
      </Button>
      {step?.what === 'name' && <NameDialog category={step.category} onClose={close} />}
      {removed && (
        <RemoveDialog
          call={removePayCategory}
          changes={CATEGORY_READERS}
          title={`Remove ${removed.name}`}
          input={{ name: removed.name }}
          undo={() => ({
            ...SAVE_CATEGORY,
            input: { was: null, name: removed.name, retired: removed.retired },
            said: `${removed.name} is removed.`,
            undone: `${removed.name} is back.`,
          })}
          onClose={close}
        >
          Nothing uses this category, and no payroll run ever paid it.
        </RemoveDialog>
      )}
    </>
  );
};
