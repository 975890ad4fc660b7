import { Button } from '@mantine/core';
import { useOpenPage } from '../../platform/page-state.ts';
import { useCapabilities } from '../../platform/site.ts';
import { FormSection } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { ScanCode } from '../../ui/ScanCode.tsx';
import { ProviderAccounts } from '../accounts/ProviderAccounts.tsx';
import { CARE_PLAN, NEW_PLAN } from '../care-plans/plan-mode.ts';
import type { SetUp } from './api.ts';
import classes from './SetUp.module.css';

interface VisitStepProps {
  readonly data: SetUp;
  readonly zone: string;
}

/** Accounts of caregivers are made here on premium sites, elsewhere on the page of all accounts. */
const PhoneAccount = ({ zone }: Pick<VisitStepProps, 'zone'>) => {
  const openPage = useOpenPage();
  return useCapabilities()?.premium ? (
    <ProviderAccounts zone={zone} />
  ) : (
    <Button onClick={() => void openPage('/createprovider')}>Create an account</Button>
  );
};

/** A phone cannot reach the machine on which the product is tried by a name that means every machine itself. */
const isHere = (url: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);

/** The first visit: its care plan, the account of its caregiver, and the address that the phone scans. */
export const VisitStep = ({ data: { phone }, zone }: VisitStepProps) => {
  const openPage = useOpenPage();
  return (
    <div className={classes.content}>
      <FormSection id="first-plan" title="1. Care plan" note="Its visits are created automatically.">
        <Button onClick={() => void openPage(CARE_PLAN, NEW_PLAN)}>New care plan</Button>
      </FormSection>
      <FormSection id="first-account" title="2. Account for the phone">
        <PhoneAccount zone={zone} />
      </FormSection>
      <FormSection id="first-check-in" title="3. Check-in">
        <div className={classes.scan}>
          <ScanCode qr={phone.qr} label="Code that opens the sign-in page on a phone" />
          <div>
            <p>
              The caregiver scans this code with the camera of the phone, signs in, and presses Check-In at
              the client’s home. The home of an imported client is known by its ZIP code alone: set the exact
              point on the client’s record first, or the visit shows a location error.
            </p>
            <p className={classes.url}>{phone.url}</p>
            {isHere(phone.url) && (
              <Note tone="warn">
                This address works only on this computer. Ask your operator for one that phones can reach.
              </Note>
            )}
          </div>
        </div>
      </FormSection>
    </div>
  );
};
