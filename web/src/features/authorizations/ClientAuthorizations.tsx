import { savePar, saveProgram } from '@homecare/domain/authorizations/contract.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { ParSection } from './ParSection.tsx';
import { ProgramSection } from './ProgramSection.tsx';

interface ClientAuthorizationsProps {
  /** Id of a section, by its title. */
  readonly idOf: (title: string) => string;
  readonly clientId: number;
  readonly readOnly: boolean;
}

/** Program and prior authorizations in a client's record, each saved at once. */
export const ClientAuthorizations = ({ idOf, clientId, readOnly }: ClientAuthorizationsProps) => {
  const role = useSession()?.role;
  return (
    <>
      <ProgramSection
        id={idOf('Program')}
        clientId={clientId}
        readOnly={readOnly || !may(role, saveProgram)}
      />
      <ParSection
        id={idOf('Prior authorizations')}
        clientId={clientId}
        readOnly={readOnly || !may(role, savePar)}
      />
    </>
  );
};
