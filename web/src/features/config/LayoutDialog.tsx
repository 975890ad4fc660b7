import {
  checkLayouts,
  DELIMITERS,
  type Layout,
  type LayoutColumn,
  ROW_PER,
  requiredName,
  tidyLayout,
} from '@homecare/domain/payroll/layouts.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { newAttemptKey } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { smallIcon } from '../../ui/icons.ts';
import { SAVE_LAYOUTS } from '../payroll/run-api.ts';
import classes from './config.module.css';
import { LayoutColumnRow } from './LayoutColumnRow.tsx';

export interface StoredLayouts {
  readonly layouts: readonly Layout[];
  readonly rev: number;
}

interface LayoutDialogProps {
  readonly stored: StoredLayouts;
  /** The layout to change; missing for a new one. */
  readonly layout: Layout | undefined;
  readonly onClose: () => void;
}

const EMPTY_COLUMN: LayoutColumn = { head: '', from: 'last_name', const: null, format: 'text' };
/** Never reuses the id of a removed layout, because employee numbers are stored under it. */
const newLayout = (): Layout => ({
  id: newAttemptKey(),
  name: '',
  rowPer: 'provider-half',
  fileName: 'payroll_{month}_{half}_{run}.csv',
  header: true,
  delimiter: ',',
  columns: [EMPTY_COLUMN],
  requires: ['payroll_no'],
});

const SEPARATORS = [',', ';', '\t', '|'] as const;
const PER = ['provider-half', 'provider-half-category'] as const;

/** Columns have separate keys while editing, because their heads change. */
interface DraftColumn {
  readonly key: number;
  readonly column: LayoutColumn;
  readonly required: boolean;
}

const draftOf = (layout: Layout): DraftColumn[] =>
  layout.columns.map((column, key) => ({
    key,
    column,
    required: layout.requires.some((name) => name === column.head || name === column.from),
  }));

const useLayoutForm = ({ stored, layout, onClose }: LayoutDialogProps) => {
  const [first] = useState(() => layout ?? newLayout());
  const at = layout ? stored.layouts.findIndex(({ id }) => id === layout.id) : stored.layouts.length;
  const { requires: _, ...facts } = first;
  const values = { ...facts, columns: draftOf(first), requires: '' };
  const layoutsOf = ({ columns, ...draft }: typeof values): Layout[] => {
    const own = tidyLayout({
      ...draft,
      columns: columns.map(({ column }) => column),
      requires: columns.filter(({ required }) => required).map(({ column }) => requiredName(column)),
    });
    return layout ? stored.layouts.with(at, own) : [...stored.layouts, own];
  };
  return useSave({
    ...SAVE_LAYOUTS,
    draft: `payroll layout ${layout?.id ?? 'new'}`,
    values,
    rev: stored.rev,
    input: (draft, rev) => ({ layouts: layoutsOf(draft), rev }),
    check: (draft) => checkLayouts(layoutsOf(draft)),
    placeOf: (fault) =>
      fault.field.startsWith(`${at}.`) ? { ...fault, field: fault.field.slice(`${at}.`.length) } : fault,
    onSaved: () => {
      toast.success(SAVED);
      onClose();
    },
  });
};

/** How a payroll run is written for a payroll service: its rows, and the source of each column. */
export const LayoutDialog = (props: LayoutDialogProps) => {
  const save = useLayoutForm(props);
  const { errorOf } = save;
  const { columns } = save.values;
  const setColumns = (next: DraftColumn[]) => save.set({ columns: next });
  const put = (at: number, next: DraftColumn) => setColumns(columns.with(at, next));
  const move = (at: number, to: number) => {
    const moved = columns[at];
    if (moved) setColumns(columns.toSpliced(at, 1).toSpliced(to, 0, moved));
  };
  return (
    <FormDialog
      save={save}
      wide
      title={props.layout ? `Layout ${props.layout.name}` : 'New layout'}
      onClose={props.onClose}
    >
      <div className={classes.layoutHead}>
        <TextInput label="Name" required autoComplete="off" {...save.text('name')} />
        <TextInput label="File name" required autoComplete="off" {...save.text('fileName')} />
        <NativeSelect
          label="One row per"
          data={PER.map((value) => ({ value, label: ROW_PER[value] }))}
          {...save.text('rowPer')}
        />
        <NativeSelect
          label="Between columns"
          data={SEPARATORS.map((value) => ({ value, label: DELIMITERS[value] }))}
          {...save.text('delimiter')}
        />
      </div>
      <p className={classes.hint}>
        In the file name: {'{month}'}, {'{half}'}, {'{run}'}, and {'{company}'} for the first fixed text.
      </p>
      <Checkbox label="The first line has the column names" {...save.tick('header')} />
      {errorOf('columns') && <p className={classes.error}>{errorOf('columns')}</p>}
      {errorOf('requires') && <p className={classes.error}>{errorOf('requires')}</p>}
      <ol className={classes.options} aria-label="Columns">
        {columns.map(({ key, column, required }, at) => (
          <LayoutColumnRow
            key={key}
            at={at}
            isLast={at === columns.length - 1}
            column={column}
            required={required}
            error={errorOf(`columns.${at}`)}
            onChange={(next) => put(at, { key, column: next, required })}
            onRequired={(next) => put(at, { key, column, required: next })}
            onMove={(to) => move(at, to)}
            onRemove={() => setColumns(columns.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <Group gap="10px 16px">
        <Button
          size="sm"
          leftSection={<IconPlus {...smallIcon} />}
          onClick={() => {
            const key = Math.max(-1, ...columns.map((one) => one.key)) + 1;
            setColumns([...columns, { key, column: EMPTY_COLUMN, required: false }]);
          }}
        >
          Add column
        </Button>
      </Group>
    </FormDialog>
  );
};
