import { failureOf } from '../../platform/query.ts';
import { FormSection } from '../../ui/form.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { usePayRules } from '../payroll/run-api.ts';
import { BaseWages } from './BaseWages.tsx';
import classes from './config.module.css';
import { OvertimeRules } from './OvertimeRules.tsx';
import { PayCategories } from './PayCategories.tsx';
import { PayPeriods } from './PayPeriods.tsx';
import { PayrollLayouts } from './PayrollLayouts.tsx';

/** Settings for calculating and exporting pay: dated overtime rules and base wages, layouts and numbers of payroll services. */
export const PayrollPanel = () => {
  const query = usePayRules();
  const failure = failureOf(query, 'Couldn’t load the pay rules');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data)
    return (
      <p className={classes.content} role="status">
        Loading pay rules…
      </p>
    );
  return (
    <div className={classes.content}>
      <FormSection id="config-categories" title="Pay categories" note="Each care plan type has one.">
        <PayCategories />
      </FormSection>
      <FormSection id="config-periods" title="Pay periods" note="Without a change, halves of the month.">
        <PayPeriods {...query.data} />
      </FormSection>
      <FormSection
        id="config-overtime"
        title="Overtime"
        note="The rule that gives the most overtime hours applies."
      >
        <OvertimeRules {...query.data} />
      </FormSection>
      <FormSection id="config-wages" title="Base wage" note="Minimum hourly pay by location.">
        <BaseWages {...query.data} />
      </FormSection>
      <FormSection id="config-layouts" title="Layouts" note="Files for payroll services.">
        <PayrollLayouts />
      </FormSection>
    </div>
  );
};
