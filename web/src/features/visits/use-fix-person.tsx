import { recordFieldOf } from '@homecare/domain/aggregator/record-field.ts';
import type { VisitWithExceptions } from '@homecare/domain/visits/contract.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { dayText } from './visit-words.ts';

type Exception = VisitWithExceptions['exceptions'][number];

/** The button to the field for which the aggregator rejected the client or the caregiver; undefined: the visit itself is fixed. */
export const useFixPerson = () => {
  const openPage = useOpenPage();
  return ({ visit }: VisitWithExceptions, first: Exception | undefined): ReactNode | undefined => {
    const isClient = first?.fix === 'fixClient';
    if (!first || (!isClient && first.fix !== 'fixCaregiver')) return undefined;
    const label = isClient ? 'Fix the client' : 'Fix the caregiver';
    const name = isClient ? visit.ClientName : visit.ProviderName;
    const id = isClient ? visit.ClientID : visit.ProviderID;
    const field = recordFieldOf(first.detail ?? '') ?? '';
    return (
      <Button
        size="compact-sm"
        aria-label={`${label}: ${name}, ${dayText(visit.Date)}`}
        onClick={() => void openPage('/createuser', { mode: 'Modify', id, field })}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {label}
      </Button>
    );
  };
};
