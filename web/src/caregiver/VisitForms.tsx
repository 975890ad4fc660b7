import { isOverdue } from '@homecare/domain/agency-forms/due.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { phoneIcon } from '../ui/icons.ts';
import { Pill } from '../ui/Pill.tsx';
import type { FormFilling } from './FormSheet.tsx';
import own from './PhoneBar.module.css';
import type { FormAtVisit } from './use-forms.ts';
import { useWords } from './words.ts';

interface VisitFormsProps {
  readonly visit: Visit;
  readonly forms: readonly FormAtVisit[];
  readonly today: string;
  readonly onFill: (filling: FormFilling) => void;
}

const State = ({ form: { due, isKept }, today }: { readonly form: FormAtVisit; readonly today: string }) => {
  const words = useWords();
  if (isKept) return <Pill tone="info">{words.formKept}</Pill>;
  if (due === null) return null;
  return isOverdue({ due }, today) ? (
    <Pill tone="danger">{words.formOverdue(showDate(due))}</Pill>
  ) : (
    <Pill tone="warn">{words.formDue(showDate(due))}</Pill>
  );
};

/** Forms that can be filled at a visit, those that are due first. */
export const VisitForms = ({ visit, forms, today, onFill }: VisitFormsProps) => {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const due = forms.filter((form) => form.due !== null).length;
  const title = words.formsOf(visit.ClientName);
  return (
    <>
      <Button
        size="md"
        variant={due > 0 ? 'outline' : 'subtle'}
        leftSection={<IconForms {...phoneIcon} />}
        aria-label={due > 0 ? `${title}: ${words.formsDue(due)}` : title}
        onClick={() => setIsOpen(true)}
      >
        {due > 0 ? words.formsDue(due) : words.forms}
      </Button>
      <Dialog
        opened={isOpen}
        title={title}
        onClose={() => setIsOpen(false)}
        actions={
          <Button size="md" onClick={() => setIsOpen(false)}>
            {words.close}
          </Button>
        }
      >
        <ul className={own.papers}>
          {forms.map((form) => (
            <li key={form.versionId}>
              <span>
                <b>{form.title}</b> <State form={form} today={today} />
              </span>
              <Button
                size="md"
                aria-label={`${words.fillForm}: ${form.title}`}
                onClick={() => {
                  setIsOpen(false);
                  onFill({ form, visitId: visit.id, clientId: visit.ClientID, client: visit.ClientName });
                }}
              >
                {words.fillForm}
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
};
