import { ParSection } from './ParSection.tsx';
import { ProgramSection } from './ProgramSection.tsx';

interface ClientAuthorizationsProps {
  /** The id of a section by its title. */
  readonly idOf: (title: string) => string;
  readonly clientId: number;
  readonly readOnly: boolean;
}

/** Program and prior authorizations on the record of a client, each saved at once. */
export const ClientAuthorizations = ({ idOf, ...shared }: ClientAuthorizationsProps) => (
  <>
    <ProgramSection id={idOf('Program')} {...shared} />
    <ParSection id={idOf('Prior authorizations')} {...shared} />
  </>
);
