import { showDate, WEEKDAY_NAMES, WEEKDAYS } from '@homecare/domain/calendar.ts';
import type { OvertimeRule } from '@homecare/domain/payroll/pay-rules.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { DateBox, NumberBox } from '../../ui/inputs.tsx';
import classes from './config.module.css';
import { RuleTable } from './RuleTable.tsx';
import { type StoredRules, useSaveRules } from './use-save-rules.ts';

const hoursOf = (limit: number | null) => (limit === null ? 'none' : `${limit / 60} h`);

const limitsOf = ({ weekLimit, dayLimit, consecutiveLimit, gap }: OvertimeRule) =>
  `${hoursOf(weekLimit)} a week, ${hoursOf(dayLimit)} a day, ${hoursOf(consecutiveLimit)} in a row${
    gap > 0 ? ` with gaps to ${gap} min` : ''
  }`;

const COLUMNS: readonly Column<OvertimeRule>[] = [
  { key: 'from', title: 'Valid from', width: 118, cell: ({ validFrom }) => showDate(validFrom) },
  { key: 'week', title: 'Week begins', width: 118, cell: ({ weekStart }) => WEEKDAY_NAMES[weekStart] },
  {
    key: 'limits',
    title: 'Overtime above',
    min: 220,
    cell: (rule) => <CellLines main={limitsOf(rule)} sub={rule.source} />,
  },
];

type Hours = number | string | null;
interface RuleDraft {
  readonly validFrom: string;
  readonly weekStart: OvertimeRule['weekStart'];
  readonly weekLimit: Hours;
  readonly dayLimit: Hours;
  readonly consecutiveLimit: Hours;
  readonly gap: Hours;
  readonly source: string;
}
const inHours = (limit: number | null) => (limit === null ? null : limit / 60);

const draftOf = (rule: OvertimeRule, isNew: boolean): RuleDraft => ({
  validFrom: isNew ? '' : rule.validFrom,
  weekStart: rule.weekStart,
  weekLimit: inHours(rule.weekLimit),
  dayLimit: inHours(rule.dayLimit),
  consecutiveLimit: inHours(rule.consecutiveLimit),
  gap: rule.gap,
  source: isNew ? '' : rule.source,
});

/** Text that is no number is refused like a limit of 0. */
const minutesOf = (hours: Hours) => {
  if (hours === null) return null;
  return typeof hours === 'number' ? Math.round(hours * 60) : 0;
};
const ruleOf = (draft: RuleDraft): OvertimeRule => ({
  validFrom: draft.validFrom,
  weekStart: draft.weekStart,
  weekLimit: minutesOf(draft.weekLimit),
  dayLimit: minutesOf(draft.dayLimit),
  consecutiveLimit: minutesOf(draft.consecutiveLimit),
  gap: typeof draft.gap === 'number' ? Math.round(draft.gap) : draft.gap === null ? 0 : -1,
  source: draft.source,
});

const LIMITS = [
  ['weekLimit', 'Hours a week'],
  ['dayLimit', 'Hours a day'],
  ['consecutiveLimit', 'Hours in a row'],
] as const;

interface RuleDialogProps {
  readonly stored: StoredRules;
  /** The rule to correct; missing for a new one. */
  readonly rule: OvertimeRule | undefined;
  readonly onClose: () => void;
}

/** A correction starts with the rule itself, and a new rule with the newest one. */
const RuleDialog = ({ stored, rule, like, onClose }: RuleDialogProps & { readonly like: OvertimeRule }) => {
  const isNew = rule === undefined;
  const save = useSaveRules({
    stored,
    values: draftOf(like, isNew),
    list: 'overtime',
    rulesOf: (draft) => ({
      ...stored.rules,
      overtime: [...stored.rules.overtime.filter((one) => one !== rule), ruleOf(draft)],
    }),
    isOwn: ({ validFrom }, at, { overtime }) => overtime[at]?.validFrom === validFrom,
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={isNew ? 'New overtime rule' : `Correct the rule from ${showDate(rule.validFrom)}`}
      onClose={onClose}
    >
      <DateBox
        label="Valid from"
        required
        description="Applies from the first workweek that begins on or after this day."
        {...save.box('validFrom')}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Week begins"
          data={WEEKDAYS.map((day) => ({ value: day, label: WEEKDAY_NAMES[day] }))}
          {...save.text('weekStart')}
        />
        {LIMITS.map(([name, label]) => (
          <NumberBox key={name} label={label} {...save.box(name)} />
        ))}
        <NumberBox
          label="Gap in minutes"
          description="Visits count as one stretch across it."
          {...save.box('gap')}
        />
      </div>
      <Textarea label="Source" required rows={2} placeholder="Law or order" {...save.text('source')} />
      <p className={classes.hint}>
        Exported halves are recalculated. Differences become corrections in the next run.
      </p>
    </FormDialog>
  );
};

const ONE_STAYS = 'There is always at least one overtime rule';

/** Dated overtime rules, newest first. */
export const OvertimeRules = (stored: StoredRules) => {
  const { overtime } = stored.rules;
  const [newest] = overtime;
  return (
    <RuleTable
      stored={stored}
      label="Overtime rules"
      noun="rule"
      rows={overtime}
      columns={COLUMNS}
      keyOf={({ validFrom }) => validFrom}
      nameOf={({ validFrom }) => `overtime rule from ${showDate(validFrom)}`}
      listItem={(rule) => ({
        title: showDate(rule.validFrom),
        kind: WEEKDAY_NAMES[rule.weekStart],
        line: limitsOf(rule),
      })}
      keepReason={overtime.length > 1 ? undefined : ONE_STAYS}
      rulesWithout={(rule) => ({ ...stored.rules, overtime: overtime.filter((one) => one !== rule) })}
      removeTitle={({ validFrom }) => `rule from ${showDate(validFrom)}`}
      afterRemoval="The rule before it applies again."
      newLabel="New overtime rule"
      form={(rule, onClose) => {
        const like = rule ?? newest;
        return like && <RuleDialog stored={stored} rule={rule} like={like} onClose={onClose} />;
      }}
    />
  );
};
