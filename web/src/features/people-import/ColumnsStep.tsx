import {
  type ImportTarget,
  importColumns,
  importTargets,
  TARGET_LABELS,
} from '@homecare/domain/people-import/columns.ts';
import { Group } from '@mantine/core';
import { useId } from 'react';
import { useCapabilities } from '../../platform/site.ts';
import classes from './ImportPage.module.css';
import type { Chosen, Plan } from './import-steps.ts';

interface ColumnsStepProps {
  readonly chosen: Chosen;
  readonly plan: Plan;
  readonly busy: boolean;
  readonly onChange: (plan: Plan) => void;
}

const TargetSelect = ({ chosen, plan, busy, onChange }: ColumnsStepProps) => {
  const id = useId();
  const targets = importTargets(useCapabilities()?.billing === true);
  const select = (target: ImportTarget) => onChange({ target, mapping: chosen.read.suggested[target] });
  return (
    <Group gap={10}>
      <label htmlFor={id} className={classes.label}>
        The rows are
      </label>
      <select
        id={id}
        className={classes.select}
        value={plan.target}
        disabled={busy}
        onChange={(event) => {
          const target = targets.find((one) => one === event.currentTarget.value);
          if (target) select(target);
        }}
      >
        {targets.map((target) => (
          <option key={target} value={target}>
            {TARGET_LABELS[target]}
          </option>
        ))}
      </select>
    </Group>
  );
};

/** What each column of the file means, proposed by its name; beside it what is in the first rows. */
export const ColumnsStep = (props: ColumnsStepProps) => {
  const { chosen, plan, busy, onChange } = props;
  const { heads, sample } = chosen.read;
  const columns = importColumns(plan.target, chosen.read.categories);
  const missing = columns.filter(({ key, required }) => required && !plan.mapping.includes(key));
  const set = (at: number, key: string) =>
    onChange({ ...plan, mapping: plan.mapping.map((old, index) => (index === at ? key || null : old)) });
  return (
    <>
      <TargetSelect {...props} />
      <p className={classes.hint} role="status">
        {missing.length === 0
          ? 'Every required field has its column.'
          : `Required and not chosen yet: ${missing.map(({ label }) => label).join(', ')}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the screen */}
      <section className={classes.scroll} tabIndex={0} aria-label="Columns of the file">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">First rows</th>
              <th scope="col">Becomes</th>
            </tr>
          </thead>
          <tbody>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may name two columns alike, its order never changes
              <tr key={at}>
                <th scope="row">{head || `Column ${at + 1}`}</th>
                <td className={classes.sample}>
                  {sample
                    .map((row) => row[at])
                    .filter(Boolean)
                    .join(' · ')}
                </td>
                <td>
                  <select
                    className={classes.select}
                    aria-label={`Field for ${head || `column ${at + 1}`}`}
                    value={plan.mapping[at] ?? ''}
                    disabled={busy}
                    data-unused={!plan.mapping[at] || undefined}
                    onChange={(event) => set(at, event.currentTarget.value)}
                  >
                    <option value="">Do not import</option>
                    {columns.map(({ key, label, required }) => (
                      <option key={key} value={key}>
                        {required ? `${label} *` : label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};
