import { usePayRules } from '../payroll/run-api.ts';
import { failureOf } from '../shell/query.ts';
import { FormSection } from '../ui/form.tsx';
import { ErrorState } from '../ui/states.tsx';
import { BaseWages } from './BaseWages.tsx';
import classes from './config.module.css';
import { OvertimeRules } from './OvertimeRules.tsx';
import { PayCategories } from './PayCategories.tsx';
import { PayrollLayouts } from './PayrollLayouts.tsx';

/** What pay is counted and written by: overtime and base wage as dated data, layouts and numbers of payroll services. */
export const PayrollPanel = () => {
  const query = usePayRules();
  const failure = failureOf(query, 'The pay rules could not be loaded');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data)
    return (
      <p className={classes.content} role="status">
        Loading pay rules…
      </p>
    );
  return (
    <div className={classes.content}>
      <FormSection id="config-categories" title="Pay categories" note="each care plan type is paid by one">
        <PayCategories />
      </FormSection>
      <FormSection id="config-overtime" title="Overtime" note="of a workweek; the greatest measure counts">
        <OvertimeRules {...query.data} />
      </FormSection>
      <FormSection id="config-wages" title="Base wage" note="least straight pay an hour, by place">
        <BaseWages {...query.data} />
      </FormSection>
      <FormSection id="config-layouts" title="Layouts" note="files for payroll services">
        <PayrollLayouts />
      </FormSection>
    </div>
  );
};
