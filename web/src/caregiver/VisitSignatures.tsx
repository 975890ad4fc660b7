import { SIGNER_ROLES, type SignerRole } from '@homecare/domain/signing/schema.ts';
import { shownOf } from '@homecare/domain/signing/shown.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { IconCloudUp, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { stampText } from '../features/visits/visit-words.ts';
import { knownFullName } from '../platform/session.ts';
import { phoneIcon } from '../ui/icons.ts';
import own from './PhoneBar.module.css';
import { SignSheet } from './SignSheet.tsx';
import type { OwnSignatures } from './use-signing.ts';
import classes from './VisitCard.module.css';
import { useWords } from './words.ts';

interface VisitSignaturesProps {
  readonly visit: Visit;
  readonly zone: string;
  readonly signing: OwnSignatures;
}

const SIGNED = { caregiver: 'signedByCaregiver', client: 'signedByClient' } as const;
const SIGN = { caregiver: 'signAsCaregiver', client: 'signAsClient' } as const;

/** Who has signed a finished visit, and who can sign now. */
export const VisitSignatures = ({ visit, zone, signing }: VisitSignaturesProps) => {
  const words = useWords();
  const [role, setRole] = useState<SignerRole>();
  const stateOf = (one: SignerRole) => signing.ofVisit(visit.id, one);
  const missing = SIGNER_ROLES.toReversed().filter((one) => stateOf(one) === undefined);
  return (
    <>
      {SIGNER_ROLES.filter((one) => stateOf(one) !== undefined).map((one) => (
        <p key={one} className={classes.line} data-tone={stateOf(one) === 'signed' ? 'ok' : 'info'}>
          {stateOf(one) === 'signed' ? <IconSignature {...phoneIcon} /> : <IconCloudUp {...phoneIcon} />}
          <span>{stateOf(one) === 'signed' ? words[SIGNED[one]] : words.signatureNotSent}</span>
        </p>
      ))}
      {missing.length > 0 && (
        <div className={own.choices}>
          {missing.map((one) => (
            <Button
              key={one}
              size="md"
              leftSection={<IconSignature {...phoneIcon} />}
              aria-label={`${words[SIGN[one]]}: ${visit.ClientName}`}
              onClick={() => setRole(one)}
            >
              {words[SIGN[one]]}
            </Button>
          ))}
        </div>
      )}
      {role && (
        <SignSheet
          requestId={null}
          visitId={visit.id}
          shown={shownOf(visit)}
          role={role}
          title={words.signFor(visit.ClientName)}
          name={role === 'caregiver' ? knownFullName() : ''}
          onClose={() => setRole(undefined)}
        >
          <p>
            <b>{words.clock(planText(visit))}</b> {visit.ClientName}
            <br />
            {words['Check-In']} {stampText(visit.startedAt, zone)}, {words['Check-Out']}{' '}
            {stampText(visit.endedAt, zone)}
          </p>
          <p>{words.confirmVisit}</p>
        </SignSheet>
      )}
    </>
  );
};
