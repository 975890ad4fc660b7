import type { FilledForm } from '@homecare/domain/agency-forms/schema.ts';
import { useState } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { FILLED, useForms, type Whom } from './api.ts';
import { FillDialog } from './FillDialog.tsx';
import { type AtVisit, StartDialog } from './StartDialog.tsx';

interface FillFlowProps {
  /** Filled about whom it should have been, with the same answers. */
  readonly again?: FilledForm;
  readonly at?: AtVisit;
  readonly onClose: () => void;
}

/** Which form about whom, then the form itself, then its page. */
export const FillFlow = ({ again, at, onClose }: FillFlowProps) => {
  const openPage = useOpenPage();
  const forms = useForms().data;
  const [whom, setWhom] = useState<Whom>();
  if (!forms) return null;
  return whom ? (
    <FillDialog
      {...whom}
      again={again}
      day={again?.day ?? at?.day}
      onSaved={(id) => void openPage(FILLED, { id })}
      onClose={onClose}
    />
  ) : (
    <StartDialog forms={forms} formId={again?.formId} at={at} onStart={setWhom} onClose={onClose} />
  );
};
