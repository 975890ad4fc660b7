import { isAlarming } from '@homecare/domain/exclusions/findings.ts';
import { may } from '../../platform/role-copy.ts';
import { useRole } from '../../platform/session.ts';
import { Note } from '../../ui/Note.tsx';
import { LIST, useExclusions } from './api.ts';

/** Red on the page of a person who may be on a list, until somebody has decided; for good where they are. */
export const ExclusionNote = ({ personId }: { readonly personId: number }) => {
  const { data } = useExclusions(may(useRole(), LIST));
  const finding = data?.findings.find((one) => one.personId === personId && isAlarming(one));
  if (!finding) return null;
  return (
    <Note tone="danger">
      {finding.decision === 'confirmed'
        ? `Excluded from federal health care programs (${finding.list}). Do not schedule or bill their visits.`
        : `May be on the exclusion list ${finding.list}, score ${finding.score}. Decide it under Exclusion lists.`}
    </Note>
  );
};
