import { managesAccounts } from '@homecare/domain/permissions.ts';
import { Box } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { FormSection } from '../../ui/form.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ProviderAccounts } from './ProviderAccounts.tsx';
import { UserForm } from './UserForm.tsx';
import { UsersTable } from './UsersTable.tsx';

/** /createprovider. Admins see all of it, managers only the EVV accounts of providers (docs/rules/accounts.md, rule 8). */
export const CreateAccountPage = () => {
  const managesAll = managesAccounts(useSession()?.role);
  const capabilities = useCapabilities();
  if (!capabilities) return null;
  const { premium, timeZone } = capabilities;
  if (!managesAll && !premium)
    return (
      <EmptyState
        icon={IconUserPlus}
        title="EVV accounts are not switched on for your agency"
        text="An admin creates all other accounts."
      />
    );
  return (
    <FreePage>
      <Box maw={1180}>
        {managesAll && (
          <FormSection id="create-user" title="Create User Account">
            <UserForm zone={timeZone} />
          </FormSection>
        )}
        {premium && (
          <FormSection id="create-evv" title="Create Providers EVV Accounts">
            <ProviderAccounts zone={timeZone} />
          </FormSection>
        )}
        {managesAll && (
          <FormSection
            id="active-users"
            title="List Active Users"
            note={
              <PlaceLink place={{ to: '/config', page: { 'config.tab': 'site' } }}>
                Two-step sign-in settings
              </PlaceLink>
            }
          >
            <UsersTable zone={timeZone} />
          </FormSection>
        )}
      </Box>
    </FreePage>
  );
};
