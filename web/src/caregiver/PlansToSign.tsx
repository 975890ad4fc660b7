import { printOwnRequest } from '@homecare/domain/signing/contract.ts';
import type { OwnSigning, SignerRole } from '@homecare/domain/signing/schema.ts';
import { Button } from '@mantine/core';
import { IconFileText, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { openForm } from '../platform/open-form.ts';
import { knownFullName } from '../platform/session.ts';
import { phoneIcon } from '../ui/icons.ts';
import own from './PhoneBar.module.css';
import { SignSheet } from './SignSheet.tsx';
import type { OwnSignatures } from './use-signing.ts';
import { useWords } from './words.ts';

const SIGN = { caregiver: 'signAsCaregiver', client: 'signAsClient' } as const;

interface Chosen {
  readonly plan: OwnSigning['plans'][number];
  readonly role: SignerRole;
}

/** Care plans that the office wants signed. */
export const PlansToSign = ({ signing }: { readonly signing: OwnSignatures }) => {
  const words = useWords();
  const [chosen, setChosen] = useState<Chosen>();
  const plans = signing.plans.map((plan) => {
    const open = plan.waiting.filter((role) => !signing.isPlanKept(plan.requestId, role));
    return { ...plan, open, isKept: open.length < plan.waiting.length };
  });
  if (plans.length === 0 && !chosen) return null;
  return (
    <section className={own.card} aria-label={words.plansToSign}>
      <h2 className={own.title}>{words.plansToSign}</h2>
      {plans.map((plan) => (
        <div key={plan.requestId}>
          <p>
            <b>{plan.client}</b>
          </p>
          {plan.isKept && <p>{words.signatureNotSent}</p>}
          <div className={own.choices}>
            <Button
              size="md"
              leftSection={<IconFileText {...phoneIcon} />}
              aria-label={`${words.readPlan}: ${plan.client}`}
              onClick={() => openForm(printOwnRequest, { planId: plan.planId })}
            >
              {words.readPlan}
            </Button>
            {plan.open.toReversed().map((role) => (
              <Button
                key={role}
                size="md"
                leftSection={<IconSignature {...phoneIcon} />}
                aria-label={`${words[SIGN[role]]}: ${plan.client}`}
                onClick={() => setChosen({ plan, role })}
              >
                {words[SIGN[role]]}
              </Button>
            ))}
          </div>
        </div>
      ))}
      {chosen && (
        <SignSheet
          requestId={chosen.plan.requestId}
          visitId={null}
          shown={null}
          role={chosen.role}
          title={words.signPlanOf(chosen.plan.client)}
          name={chosen.role === 'caregiver' ? knownFullName() : ''}
          onClose={() => setChosen(undefined)}
        >
          <p>{words.agreePlan}</p>
        </SignSheet>
      )}
    </section>
  );
};
