import { showDate } from '@homecare/domain/calendar.ts';
import { PACKS, packOf } from '@homecare/domain/states/registry.ts';
import { type SaidRule, sayRules } from '@homecare/domain/states/rule-words.ts';
import { blockedBy, valueOn } from '@homecare/domain/states/rules.ts';
import { Button, NativeSelect } from '@mantine/core';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { type FormGuard, useUnsaved } from '../../platform/form/form-guard.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FormSection } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { SAVE_STATE } from './api.ts';
import classes from './config.module.css';
import { ZoneSelect } from './ZoneSelect.tsx';

const COLUMNS: readonly Column<SaidRule>[] = [
  { key: 'title', title: 'Rule', width: 170, cell: ({ title }) => title },
  { key: 'from', title: 'From', width: 110, cell: ({ from }) => from && showDate(from) },
  {
    key: 'value',
    title: 'What counts',
    min: 200,
    cell: ({ value, from }) => (
      <CellLines
        wraps
        main={value}
        {...(from === null && { subTone: 'warn', sub: 'No source at hand says it' })}
      />
    ),
  },
  {
    key: 'source',
    title: 'Source',
    min: 260,
    cell: ({ source, quote }) => source && <CellLines wraps main={source} sub={`“${quote}”`} />,
  },
];

const keyed = (rules: readonly SaidRule[]) => rules.map((rule, n) => ({ ...rule, key: `${rule.name} ${n}` }));

interface ChooserProps {
  readonly state: string;
  readonly guard: FormGuard;
}

const StateChooser = ({ state, guard }: ChooserProps) => {
  const save = useSave({
    ...SAVE_STATE,
    values: { state, timeZone: '' },
    input: (values) => values,
    savedAs: (_, values) => ({ value: values, rev: 0 }),
    onSaved: ({ info }) => info && toast.success(info),
  });
  useUnsaved(guard, save.isDirty, save);
  const today = useToday().toString();
  const { rules } = packOf(save.values.state);
  const asksZone = save.values.state !== state && valueOn(rules.timeZone, today) === undefined;
  return (
    <FormBody
      save={save}
      label="State"
      className=""
      labelOf={(field) => (field === 'timeZone' ? 'Time zone' : 'State')}
    >
      <div className={classes.chooser}>
        <NativeSelect
          label="State"
          description="Chosen once, before the first person is added."
          data={PACKS.map((pack) => ({ value: pack.state, label: pack.name }))}
          {...save.text('state')}
        />
        {asksZone && (
          <ZoneSelect own="" description="The state has more than one." {...save.box('timeZone')} />
        )}
        <Button type="submit" loading={save.pending} disabled={!save.isDirty}>
          Save state
        </Button>
      </div>
    </FormBody>
  );
};

/** The requirements of the agency's state, each with its day and source, and what no known source says. */
export const StatePanel = ({ guard }: { readonly guard: FormGuard }) => {
  const today = useToday().toString();
  const state = useCapabilities()?.state;
  if (state === undefined) return null;
  const pack = packOf(state);
  const rules = keyed(sayRules(pack));
  const blocked = (['cards', 'claims', 'questions', 'visits', 'calculator'] as const).flatMap(
    (purpose) => blockedBy(pack, purpose, today) ?? [],
  );
  return (
    <div className={classes.content}>
      <FormSection
        id="config-state"
        title="State"
        note="Its rules are part of the product, each with its source."
      >
        <StateChooser key={state} state={state} guard={guard} />
      </FormSection>
      {blocked.map((sentence) => (
        <Note key={sentence} tone="warn">
          {sentence}
        </Note>
      ))}
      <DataTable
        label="State rules"
        columns={COLUMNS}
        rows={rules}
        rowKey={({ key }) => key}
        rowName={({ title }) => title}
        listItem={({ title, value, from, source }) => ({
          title,
          kind: from && showDate(from),
          line: value,
          more: source,
        })}
        pageSize={50}
        noun="rules"
      />
    </div>
  );
};
