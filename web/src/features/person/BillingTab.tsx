import { Button, Group } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { menuIcon } from '../../ui/icons.ts';
import { BILLING_VIEW, readBillingView } from '../billing/BillingBar.tsx';
import { ClientMoney } from '../private-pay/AccountPage.tsx';
import classes from './Person.module.css';
import type { TabProps } from './tab-props.ts';

/** What a client owes, and the way to the billing records of the month. */
export const BillingTab = ({ person }: TabProps) => {
  const openPage = useOpenPage();
  const openBilling = () => {
    keep(BILLING_VIEW, readBillingView({ client: person.ID }));
    void openPage('/billing');
  };
  return (
    <div className={classes.list}>
      <Group className={classes.weekBar}>
        <Button leftSection={<IconReceipt {...menuIcon} />} onClick={openBilling}>
          Billing of this month
        </Button>
      </Group>
      <ClientMoney clientId={person.ID} />
    </div>
  );
};
