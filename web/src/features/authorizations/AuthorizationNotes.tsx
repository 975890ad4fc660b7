import { warnOfFinding } from '@homecare/domain/authorizations/findings.ts';
import { Note } from '../../ui/Note.tsx';
import { useClientAuthorizations } from './api.ts';
import { STAKES } from './stake.ts';
import { useSeesAuthorizations } from './use-sees-authorizations.ts';

interface AuthorizationNotesProps {
  readonly clientId: number | null;
  /** Code of the care plan type; without it all types are shown. */
  readonly type?: string;
}

/** Informs about a client's authorizations where decisions about their care are made. Never blocks them. */
export const AuthorizationNotes = ({ clientId, type }: AuthorizationNotesProps) => {
  const may = useSeesAuthorizations();
  const { data } = useClientAuthorizations(clientId, may && type !== '');
  const rows = (data?.rows ?? []).filter((row) => type === undefined || row.type === type);
  return rows.flatMap(({ number, type: code, typeName, findings }) =>
    findings.map((finding) => (
      <Note key={`${number ?? code} ${finding.kind}`} tone={STAKES[finding.kind].tone}>
        {typeName}: {warnOfFinding(finding, number, data?.day ?? finding.day)}
      </Note>
    )),
  );
};
