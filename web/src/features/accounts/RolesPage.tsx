import type { ListedRole } from '@homecare/domain/accounts/role-contract.ts';
import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { roleInUse, sayWithout } from '@homecare/domain/accounts/role-rules.ts';
import { counted } from '@homecare/domain/counted.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { REMOVE_ROLE, useRoles } from './role-api.ts';

const loginsOf = ({ holders }: ListedRole) => holders.map(({ login }) => login);
const holderWords = (role: ListedRole) =>
  role.holders.length === 0 ? 'Nobody yet' : loginsOf(role).join(', ');

const columns: readonly Column<ListedRole>[] = [
  {
    key: 'name',
    title: 'Role',
    width: 220,
    cell: (role) => <CellLines strong main={role.name} sub={`${ROLE_NAMES[role.base]} with less`} />,
  },
  { key: 'without', title: 'Taken away', min: 260, cell: ({ without }) => sayWithout(without) },
  {
    key: 'holders',
    title: 'Who has it',
    width: 300,
    cell: (role) => (
      <CellLines
        main={holderWords(role)}
        sub={role.holders.length > 1 ? counted(role.holders.length, 'account') : undefined}
      />
    ),
  },
];

type Step = 'new' | { readonly what: 'edit' | 'remove'; readonly role: ListedRole };

const Opened = ({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) => {
  if (step === 'new') return <RoleDialog copy={undefined} onClose={onClose} />;
  const { role } = step;
  if (step.what === 'edit') return <RoleDialog copy={role} onClose={onClose} />;
  const { id, rev, name } = role;
  return (
    <RemoveDialog {...REMOVE_ROLE} title={`Remove ${name}`} input={{ id, rev }} onClose={onClose}>
      Nobody has this role. The log keeps what it was.
    </RemoveDialog>
  );
};

/** /roles: custom roles, which rights each lacks, and who has them (docs/rules/accounts.md, rules 20 to 23). */
export const RolesPage = () => {
  const query = useRoles();
  const [step, setStep] = useState<Step>();
  const menu = (role: ListedRole): MenuEntry[] => [
    { label: 'Edit…', icon: IconPencil, onSelect: () => setStep({ what: 'edit', role }) },
    'divider',
    {
      label: 'Remove…',
      icon: IconTrash,
      danger: true,
      disabledReason: role.holders.length > 0 ? roleInUse(loginsOf(role)) : undefined,
      onSelect: () => setStep({ what: 'remove', role }),
    },
  ];
  return (
    <Page>
      <FilterBar
        actions={
          <Button variant="filled" leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep('new')}>
            New role
          </Button>
        }
      >
        <p>A role of your own is a copy of admin, Manager or Employee with less. Changes apply at once.</p>
      </FilterBar>
      <DataTable
        label="Roles"
        columns={columns}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        noun={query.data?.length === 1 ? 'role' : 'roles'}
        onOpen={(role) => setStep({ what: 'edit', role })}
        menu={menu}
        listItem={(role) => ({
          title: role.name,
          kind: ROLE_NAMES[role.base],
          line: sayWithout(role.without),
          more: holderWords(role),
        })}
        loadingText="Loading roles…"
        failure={failureOf(query, 'Couldn’t load the roles')}
        empty={
          <EmptyState
            icon={IconUserShield}
            title="No roles of your own yet"
            text="Copy a role and take away what its people do not need, such as Billing. Then give it to accounts under Create Account."
          />
        }
      />
      {step && <Opened step={step} onClose={() => setStep(undefined)} />}
    </Page>
  );
};
