import { fillForm } from '@homecare/domain/agency-forms/contract.ts';
import { Button } from '@mantine/core';
import { IconWriting } from '@tabler/icons-react';
import { useState } from 'react';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { may } from '../../platform/role-copy.ts';
import { useRole } from '../../platform/session.ts';
import { useToday } from '../../platform/use-today.ts';
import { menuIcon } from '../../ui/icons.ts';
import { FILLED, LIST_FILLED, useFilledList } from './api.ts';
import { FillFlow } from './FillFlow.tsx';
import { sayFiller } from './filled-words.ts';
import type { AtVisit } from './StartDialog.tsx';

/** Forms that were filled at a visit; once its day has come another one can be. */
export const VisitForms = ({ at }: { readonly at: AtVisit }) => {
  const role = useRole();
  const today = useToday().toString();
  const [isFilling, setIsFilling] = useState(false);
  const { data = [] } = useFilledList({ visitId: at.visitId }, may(role, LIST_FILLED));
  const canFill = may(role, fillForm) && at.day <= today;
  if (data.length === 0 && !canFill) return null;
  return (
    <section aria-label="Forms">
      <h3>Forms</h3>
      {data.length > 0 && (
        <ul>
          {data.map((form) => (
            <li key={form.id}>
              <PlaceLink place={{ to: FILLED, page: { id: form.id } }}>{form.title}</PlaceLink>,{' '}
              {sayFiller(form)}
              {form.isMistake && ', entered by mistake'}
            </li>
          ))}
        </ul>
      )}
      {canFill && (
        <Button leftSection={<IconWriting {...menuIcon} />} onClick={() => setIsFilling(true)}>
          Fill a form
        </Button>
      )}
      {isFilling && <FillFlow at={at} onClose={() => setIsFilling(false)} />}
    </section>
  );
};
