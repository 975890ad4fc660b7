import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import { editsRecords } from '@homecare/domain/permissions.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import type { PersonTab } from '../../platform/person-path.ts';
import { TabOfPage } from '../../ui/DialogOrTab.tsx';
import type { TabProps } from './tab-props.ts';

const tab = (load: () => Promise<ComponentType<TabProps>>) => lazy(async () => ({ default: await load() }));

const toOverview = ({ onOpen }: TabProps) => onOpen('overview');

const TABS: Record<PersonTab, ComponentType<TabProps>> = {
  overview: tab(async () => (await import('./OverviewTab.tsx')).OverviewTab),
  schedule: tab(async () => (await import('./ScheduleTab.tsx')).ScheduleTab),
  plans: tab(async () => (await import('./PlansTab.tsx')).PlansTab),
  messages: tab(async () => {
    const { PersonTextsDialog } = await import('../messaging/PersonTextsDialog.tsx');
    return (props) => <PersonTextsDialog person={props.person} onClose={() => toOverview(props)} />;
  }),
  files: tab(async () => {
    const { FilesDialog } = await import('../files/FilesDialog.tsx');
    return (props) => <FilesDialog person={props.person} onClose={() => toOverview(props)} />;
  }),
  forms: tab(async () => {
    const { PersonForms } = await import('../agency-forms/PersonForms.tsx');
    return ({ person }) => <PersonForms personId={person.ID} />;
  }),
  billing: tab(async () => (await import('./BillingTab.tsx')).BillingTab),
  authorizations: tab(async () => (await import('./AuthorizationsTab.tsx')).AuthorizationsTab),
  history: tab(async () => {
    const { RecordLogDialog } = await import('../record-log/RecordLogDialog.tsx');
    return (props) => <RecordLogDialog person={props.person} onClose={() => toOverview(props)} />;
  }),
  looks: tab(async () => {
    const { LooksDialog } = await import('../access-log/LooksDialog.tsx');
    return (props) => <LooksDialog person={props.person} onClose={() => toOverview(props)} />;
  }),
  edit: tab(async () => {
    const { StoredRecord } = await import('../people/PersonFormPage.tsx');
    return (props) => (
      <StoredRecord
        id={props.person.ID}
        modify={editsRecords(props.viewer.role) && isActive(props.person)}
        field={undefined}
        role={props.viewer.role}
        onLeave={() => toOverview(props)}
      />
    );
  }),
};

/** What is on the tab that is open; its code travels with it. */
export const TabBody = ({ tab: key, ...props }: TabProps & { readonly tab: PersonTab }) => {
  const Tab = TABS[key];
  return (
    <TabOfPage>
      <Suspense fallback={<p role="status">Loading…</p>}>
        <Tab {...props} />
      </Suspense>
    </TabOfPage>
  );
};
