import { LIMIT_RULES, LIMIT_WORDS, RULE_WORDS } from '@homecare/domain/calculator/limit-rules.ts';
import { NativeSelect } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, type LoadFailure } from '../../ui/states.tsx';
import { SAVE_LIMIT_RULE, type useNorms } from './api.ts';

type Chosen = NonNullable<ReturnType<typeof useNorms>['data']>['rules'][number];

const OPTIONS = LIMIT_RULES.map((value) => ({ value, label: RULE_WORDS[value] }));

const RuleSelect = ({ chosen: { limit, rule, rev } }: { readonly chosen: Chosen }) => {
  const { run, pending } = useAction({
    ...SAVE_LIMIT_RULE,
    onDone: () => toast.success('Success: Saved'),
    onRefused: ({ info }) => toast.error(`Error: ${info}`),
  });
  return (
    <NativeSelect
      aria-label={`Beyond ${LIMIT_WORDS[limit]}`}
      value={rule}
      data={OPTIONS}
      disabled={pending}
      onChange={(event) => {
        const next = LIMIT_RULES.find((one) => one === event.currentTarget.value);
        if (next) void run({ limit, rule: next, rev });
      }}
    />
  );
};

const COLUMNS: readonly Column<Chosen>[] = [
  { key: 'limit', title: 'Limit', width: 300, cell: ({ limit }) => LIMIT_WORDS[limit] },
  { key: 'rule', title: 'When exceeded', cell: (chosen) => <RuleSelect chosen={chosen} /> },
];

interface LimitRulesProps {
  readonly rules: readonly Chosen[] | undefined;
  readonly failure: LoadFailure | undefined;
}

/** What happens where a limit would be exceeded: a warning, a question for the reason, or a no. Hard caps always block. */
export const LimitRules = ({ rules, failure }: LimitRulesProps) => (
  <>
    <DataTable
      label="When a limit is exceeded"
      columns={COLUMNS}
      rows={rules}
      rowKey={({ limit }) => limit}
      rowName={({ limit }) => LIMIT_WORDS[limit]}
      pageSize="all"
      listItem={(chosen) => ({
        title: LIMIT_WORDS[chosen.limit],
        line: '',
        action: <RuleSelect chosen={chosen} />,
      })}
      loadingText="Loading what happens beyond limits…"
      failure={failure}
      empty={<EmptyState icon={IconCalculator} title="There are none" />}
    />
    <p className="ink2">Hard caps always block. Justifications are kept with name and date.</p>
  </>
);
