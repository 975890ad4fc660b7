import { listLooks } from '@homecare/domain/access-log/contract.ts';
import { listFilled } from '@homecare/domain/agency-forms/contract.ts';
import { listPars } from '@homecare/domain/authorizations/contract.ts';
import { type Call, mayCall, type Role } from '@homecare/domain/call.ts';
import { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { getUserFiles } from '@homecare/domain/files/contract.ts';
import { getConversation } from '@homecare/domain/messaging/delivery-contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { KIND } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { editsRecords } from '@homecare/domain/permissions.ts';
import { getAccount } from '@homecare/domain/private-pay/contract.ts';
import { getPersonLog } from '@homecare/domain/record-log/contract.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import type { PersonTab } from '../../platform/person-path.ts';
import { whyTaken } from '../../platform/role-copy.ts';
import { isOpenTo, type Viewer } from '../../platform/row-actions.ts';

/** The tabs of a person's page: each is open to anyone who may make the call that fills it. */
interface TabOfPerson {
  readonly key: PersonTab;
  readonly label: string;
  readonly call: Call;
  readonly kind?: PersonKind;
}

const TABS: readonly TabOfPerson[] = [
  { key: 'overview', label: 'Overview', call: getPeople },
  { key: 'schedule', label: 'Schedule', call: getBoard },
  { key: 'plans', label: 'Plans', call: listCarePlans },
  { key: 'messages', label: 'Messages', call: getConversation },
  { key: 'files', label: 'Files', call: getUserFiles },
  { key: 'forms', label: 'Forms', call: listFilled },
  { key: 'billing', label: 'Billing', call: getAccount, kind: 'Client' },
  { key: 'authorizations', label: 'Authorizations', call: listPars, kind: 'Client' },
  { key: 'history', label: 'History', call: getPersonLog },
  { key: 'looks', label: 'Looks', call: listLooks },
  { key: 'edit', label: 'Edit', call: getPeople },
];

/** Who only looks at records sees the same form under another name. */
const labelOf = ({ key, label }: TabOfPerson, role: Role) =>
  key === 'edit' && !editsRecords(role) ? 'Record' : label;

export const tabsOf = (person: PersonRow, viewer: Viewer) =>
  TABS.filter(
    ({ call, kind }) => isOpenTo({ call }, viewer) && (kind === undefined || kind === person[KIND]),
  ).map((tab) => ({ key: tab.key, label: labelOf(tab, viewer.role), count: null }));

export const hasTab = (key: PersonTab, person: PersonRow, viewer: Viewer) =>
  tabsOf(person, viewer).some((tab) => tab.key === key);

/** Why a tab that an address names is not shown: who may open it, or that there is none. */
export const whyNoTab = (key: PersonTab, person: PersonRow, { role }: Viewer) => {
  const tab = TABS.find((one) => one.key === key);
  if (!tab || (tab.kind !== undefined && tab.kind !== person[KIND]))
    return { title: 'There is no such tab', text: `A ${person[KIND].toLowerCase()} has no ${key}.` };
  const taken = whyTaken(tab.call);
  if (taken) return { title: `${tab.label} is not in your role`, text: taken };
  if (!mayCall(role, tab.call))
    return {
      title: `${tab.label} is for ${mayCall('user', tab.call) ? 'admins and managers' : 'admins'}`,
      text: 'Ask an admin of your agency to look at it, or to change your role.',
    };
  return { title: `${tab.label} is off`, text: 'Ask an admin of your agency to switch it on.' };
};
