import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { PageButton } from '../../platform/PageButton.tsx';
import { failureOf } from '../../platform/query.ts';
import { FormSection } from '../../ui/form.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useConnections } from './api.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import classes from './config.module.css';

/** Programs that work with the agency’s data have pages of their own. */
const OtherPrograms = () => (
  <FormSection id="config-programs" title="Other programs">
    <div className={classes.links}>
      <PageButton to="/apikeys">API keys</PageButton>
      <PageButton to="/webhooks">Webhooks</PageButton>
      <PageButton to="/agencyexport">Everything out</PageButton>
    </div>
  </FormSection>
);

/** Services outside that the agency is connected to. */
export const ConnectionsPanel = ({ guard }: { readonly guard: FormGuard }) => {
  const query = useConnections();
  const failure = failureOf(query, 'Couldn’t load the connections');
  if (failure) return <ErrorState {...failure} />;
  return (
    <div className={classes.content}>
      {query.data ? (
        <>
          {query.data.map((row) => (
            <ConnectionForm key={row.kind} row={row} guard={guard} />
          ))}
          <OtherPrograms />
        </>
      ) : (
        <p role="status">Loading connections…</p>
      )}
    </div>
  );
};
