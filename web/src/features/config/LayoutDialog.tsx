import type { FieldError } from '@homecare/domain/errors.ts';
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
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { newAttemptKey } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { focusField, RefusalNote } from '../../ui/form.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { saveLayouts } from '../payroll/run-api.ts';
import classes from './config.module.css';
import { LayoutColumnRow } from './LayoutColumnRow.tsx';

export interface StoredLayouts {
  readonly layouts: readonly Layout[];
  readonly rev: number;
}

interface LayoutDialogProps {
  readonly stored: StoredLayouts;
  /** The layout to change; without it a new one is made. */
  readonly layout: Layout | undefined;
  readonly onClose: () => void;
}

const EMPTY_COLUMN: LayoutColumn = { head: '', from: 'last_name', const: null, format: 'text' };
/** Its id is never one that a removed layout had: employee numbers are kept by it. */
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

/** Draft columns have keys of their own: heads change while they are typed. */
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

const useLayoutDraft = ({ stored, layout, onClose }: LayoutDialogProps) => {
  const [draft, setDraft] = useState(() => layout ?? newLayout());
  const [columns, setColumns] = useState(() => draftOf(draft));
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(found[0].field);
  };
  const save = async () => {
    if (busy) return;
    setRefusal(undefined);
    const own = tidyLayout({
      ...draft,
      columns: columns.map(({ column }) => column),
      requires: columns.filter(({ required }) => required).map(({ column }) => requiredName(column)),
    });
    const at = layout ? stored.layouts.findIndex(({ id }) => id === layout.id) : stored.layouts.length;
    const layouts = layout ? stored.layouts.with(at, own) : [...stored.layouts, own];
    const place = (found: readonly FieldError[]) =>
      found
        .filter(({ field }) => field.startsWith(`${at}.`))
        .map(({ field, message }) => ({ field: field.slice(`${at}.`.length), message }));
    const found = checkLayouts(layouts);
    show(place(found));
    if (found.length > 0) return setRefusal(place(found).length > 0 ? undefined : found[0]?.message);
    setBusy(true);
    const sent = await saveLayouts({ layouts: [...layouts], rev: stored.rev });
    setBusy(false);
    if (!sent.ok) {
      show(place(sent.errors));
      return setRefusal(sent.info);
    }
    toast.success(SAVED);
    onClose();
  };
  return { draft, setDraft, columns, setColumns, errors, refusal, busy, save };
};

/** How a run is written for a payroll service: its rows, and where each column comes from. */
export const LayoutDialog = (props: LayoutDialogProps) => {
  const { draft, setDraft, columns, setColumns, errors, refusal, busy, save } = useLayoutDraft(props);
  const set = (change: Partial<Layout>) => setDraft({ ...draft, ...change });
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const put = (at: number, next: DraftColumn) => setColumns(columns.with(at, next));
  const move = (at: number, to: number) => {
    const moved = columns[at];
    if (moved) setColumns(columns.toSpliced(at, 1).toSpliced(to, 0, moved));
  };
  const submit = () => void save();
  return (
    <Dialog
      opened
      wide
      title={props.layout ? `Layout ${props.layout.name}` : 'New layout'}
      onClose={props.onClose}
      onMain={submit}
      actions={<SaveActions busy={busy} onCancel={props.onClose} onSave={submit} />}
    >
      <div className={classes.form}>
        <RefusalNote info={refusal} />
        <div className={classes.layoutHead}>
          <TextInput
            label="Name"
            required
            autoComplete="off"
            data-field="name"
            value={draft.name}
            error={errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="File name"
            required
            autoComplete="off"
            data-field="fileName"
            value={draft.fileName}
            error={errorOf('fileName')}
            onChange={(event) => set({ fileName: event.currentTarget.value })}
          />
          <NativeSelect
            label="One row per"
            data={PER.map((value) => ({ value, label: ROW_PER[value] }))}
            value={draft.rowPer}
            onChange={(event) => {
              const rowPer = PER.find((one) => one === event.currentTarget.value);
              if (rowPer) set({ rowPer });
            }}
          />
          <NativeSelect
            label="Between columns"
            data={SEPARATORS.map((value) => ({ value, label: DELIMITERS[value] }))}
            value={draft.delimiter}
            onChange={(event) => {
              const delimiter = SEPARATORS.find((one) => one === event.currentTarget.value);
              if (delimiter) set({ delimiter });
            }}
          />
        </div>
        <p className={classes.hint}>
          In the file name: {'{month}'}, {'{half}'}, {'{run}'}, and {'{company}'} for the first fixed text.
        </p>
        <Checkbox
          label="The first line holds the heads"
          checked={draft.header}
          onChange={(event) => set({ header: event.currentTarget.checked })}
        />
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
        <div className={classes.row}>
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
        </div>
      </div>
    </Dialog>
  );
};
