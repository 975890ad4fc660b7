import { isClient } from '@homecare/domain/people/kind-and-status.ts';
import { useMemo, useState } from 'react';
import { useKeptLook } from '../../platform/lists/use-look.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { type ListView, START } from '../care-plans/list-view.ts';
import { PlanTable } from '../care-plans/PlanTable.tsx';
import { usePlanRows, useTypeNames } from '../care-plans/use-plan-rows.ts';
import classes from './Person.module.css';
import type { TabProps } from './tab-props.ts';
import { isOf } from './use-person-week.ts';

/** Of all times, archived ones too. */
const ASKED = { month: '', showArchived: true, showDeleted: false, showTemp: true } as const;

/** The care plans of one person, in the table of all of them. */
export const PlansTab = ({ person }: TabProps) => {
  const [view, setView] = useState<ListView>({
    ...START,
    month: '',
    showArchived: true,
    clientFirst: !isClient(person),
  });
  const [look] = useKeptLook('care-plans');
  const nameOfType = useTypeNames();
  const { query, listed } = usePlanRows(view, ASKED, nameOfType);
  const isPhone = useIsPhone();
  const own = useMemo(() => listed?.filter(({ plan }) => isOf(person.ID)(plan)), [listed, person.ID]);
  return (
    <div className={classes.list}>
      <PlanTable
        view={view}
        look={look}
        asked={ASKED}
        listed={own}
        nameOfType={nameOfType}
        isPhone={isPhone ?? false}
        failure={failureOf(query, 'Couldn’t load the care plans')}
        footer={query.isRefetchError ? freshnessOf(query) : undefined}
        onChange={(next) => setView({ ...view, ...next })}
        onNew={undefined}
      />
    </div>
  );
};
