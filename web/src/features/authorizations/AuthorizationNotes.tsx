import { listAuthorizations } from '@homecare/domain/authorizations/contract.ts';
import { warnOfFinding } from '@homecare/domain/authorizations/findings.ts';
import { mayCall } from '@homecare/domain/call.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { Note } from '../../ui/Note.tsx';
import { useClientAuthorizations } from './api.ts';
import { STAKES } from './stake.ts';

interface AuthorizationNotesProps {
  readonly clientId: number | null;
  /** Code of the care plan type; without one those of all types are shown. */
  readonly type?: string;
}

/** What the authorizations of a client say where a decision about their care is made; never in the way of it. */
export const AuthorizationNotes = ({ clientId, type }: AuthorizationNotesProps) => {
  const role = useSession()?.role;
  const isBilling = useCapabilities()?.billing === true;
  const may = role !== undefined && isBilling && mayCall(role, listAuthorizations);
  const { data } = useClientAuthorizations(clientId, may && type !== '');
  const rows = (data?.rows ?? []).filter((row) => type === undefined || row.type === type);
  return rows.flatMap(({ number, type: code, findings }) =>
    findings.map((finding) => (
      <Note key={`${number ?? code} ${finding.kind}`} tone={STAKES[finding.kind].tone}>
        {code}: {warnOfFinding({ ...finding, cents: finding.cents ?? 0 }, number, data?.day ?? finding.day)}
      </Note>
    )),
  );
};
