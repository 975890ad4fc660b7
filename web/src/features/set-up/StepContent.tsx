import type { SetUpStep } from '@homecare/domain/set-up/schema.ts';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { PageButton } from '../../platform/PageButton.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { toast } from '../../platform/toasts.ts';
import { UserForm } from '../accounts/UserForm.tsx';
import type { SetUp } from './api.ts';
import classes from './SetUp.module.css';
import { VisitStep } from './VisitStep.tsx';

// Each step brings its screen: those of the others are not waited for.
const AgencyPanel = lazy(async () => ({ default: (await import('../config/AgencyPanel.tsx')).AgencyPanel }));
const ZonePanel = lazy(async () => ({ default: (await import('../config/ZonePanel.tsx')).ZonePanel }));
const PayerPanel = lazy(async () => ({ default: (await import('../config/PayerPanel.tsx')).PayerPanel }));
const ImportSteps = lazy(async () => ({
  default: (await import('../people-import/ImportSteps.tsx')).ImportSteps,
}));
const TypesPanel = lazy(async () => ({ default: (await import('../config/TypesPanel.tsx')).TypesPanel }));
const ConnectionsPanel = lazy(async () => ({
  default: (await import('../config/ConnectionsPanel.tsx')).ConnectionsPanel,
}));

interface StepProps {
  readonly data: SetUp;
  readonly zone: string;
  readonly guard: FormGuard;
}

/** A file first; a few people can be typed as well. */
const PeopleStep = () => {
  const openPage = useOpenPage();
  const [files, setFiles] = useState(0);
  return (
    <div className={classes.content}>
      <ImportSteps
        key={files}
        onImported={(words) => {
          toast.success(words);
          setFiles(files + 1);
        }}
      />
      <div className={classes.other}>
        <h2>No file?</h2>
        <p>
          Type the first few. Moving from another installation? Ask your operator to restore its backup here.
        </p>
        <div className={classes.choices}>
          <Button onClick={() => void openPage('/createuser', { mode: 'Provider' })}>Add a caregiver</Button>
          <Button onClick={() => void openPage('/createuser', { mode: 'Client' })}>Add a client</Button>
        </div>
      </div>
    </div>
  );
};

/** Each service has its form with a test; what is connected is used once it is switched on. */
const ConnectionsStep = ({ guard }: StepProps) => (
  <>
    <div className={classes.content}>
      <p>
        Each can be tried before it is saved. A service that is connected is used once it is switched on in
        Configuration.
      </p>
      <div className={classes.choices}>
        <PageButton to="/config" page={{ 'config.tab': 'site' }}>
          Open the switches
        </PageButton>
      </div>
    </div>
    <ConnectionsPanel guard={guard} />
  </>
);

const ColleaguesStep = ({ zone }: StepProps) => {
  const openPage = useOpenPage();
  return (
    <div className={classes.content}>
      <UserForm zone={zone} />
      <div className={classes.choices}>
        <Button onClick={() => void openPage('/createprovider')}>All accounts</Button>
      </div>
    </div>
  );
};

const CONTENTS: Readonly<Record<SetUpStep, (props: StepProps) => ReactNode>> = {
  agency: ({ guard }) => <AgencyPanel guard={guard} />,
  payer: ({ guard }) => (
    <>
      <ZonePanel guard={guard} />
      <PayerPanel guard={guard} />
    </>
  ),
  people: () => <PeopleStep />,
  types: ({ zone, guard }) => <TypesPanel zone={zone} guard={guard} />,
  connections: (props) => <ConnectionsStep {...props} />,
  colleagues: (props) => <ColleaguesStep {...props} />,
  visit: ({ data, zone }) => <VisitStep data={data} zone={zone} />,
};

/** The screen of a step: that of the feature that it sets up. */
export const StepContent = ({ step, ...props }: StepProps & { readonly step: SetUpStep }) => (
  <Suspense>{CONTENTS[step](props)}</Suspense>
);
