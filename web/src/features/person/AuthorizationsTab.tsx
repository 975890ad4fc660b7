import { isArchived } from '@homecare/domain/people/kind-and-status.ts';
import { editsRecords } from '@homecare/domain/permissions.ts';
import { ClientAuthorizations } from '../authorizations/ClientAuthorizations.tsx';
import type { TabProps } from './tab-props.ts';

const idOf = (title: string) => `person-${title.toLowerCase().replace(/\W+/g, '-')}`;

/** Program and prior authorizations of a client; anyone who may write them on the record may do so here. */
export const AuthorizationsTab = ({ person, viewer }: TabProps) => (
  <ClientAuthorizations
    idOf={idOf}
    clientId={person.ID}
    readOnly={!editsRecords(viewer.role) || isArchived(person)}
  />
);
