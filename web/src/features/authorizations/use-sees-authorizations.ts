import { listAuthorizations } from '@homecare/domain/authorizations/contract.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';

/** Whether the user sees authorizations: by role, and only if billing is switched on. */
export const useSeesAuthorizations = (): boolean => {
  const role = useSession()?.role;
  const isBilling = useCapabilities()?.billing === true;
  return role !== undefined && isBilling && may(role, listAuthorizations);
};
