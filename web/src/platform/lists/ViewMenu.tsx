import type { SavedView } from '@homecare/domain/list-views/schema.ts';
import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ButtonPanel } from '../../ui/ButtonMenu.tsx';
import { currentView, type ViewPanelProps } from './view-state.ts';

const ViewPanel = lazy(async () => ({ default: (await import('./ViewPanel.tsx')).ViewPanel }));
const DeleteViewDialog = lazy(async () => ({
  default: (await import('./DeleteViewDialog.tsx')).DeleteViewDialog,
}));
const SaveViewDialog = lazy(async () => ({ default: (await import('./SaveViewDialog.tsx')).SaveViewDialog }));

const NO_FILTERS = {};

/** `filters` are saved with a view, if the list has any. */
type ViewMenuProps = Omit<ViewPanelProps, 'onSave' | 'onDelete' | 'filters' | 'onFilters'> &
  Partial<Pick<ViewPanelProps, 'filters' | 'onFilters'>>;

/** The View menu of a list: saved views, columns and row height. */
export const ViewMenu = (given: ViewMenuProps) => {
  const props = { filters: NO_FILTERS, onFilters: () => undefined, ...given };
  const [saving, setSaving] = useState<{ readonly saved?: SavedView }>();
  const [deleted, setDeleted] = useState<SavedView>();
  return (
    <>
      <ButtonPanel
        width={310}
        button={(opening) => (
          <ActionIcon
            variant="default"
            size={32}
            aria-label="View"
            data-tip="View"
            onMouseEnter={() => void import('./ViewPanel.tsx')}
            {...opening}
          >
            <IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      >
        {(close) => (
          <Suspense fallback={<div style={{ height: 320 }} aria-busy="true" />}>
            <ViewPanel
              {...props}
              onSave={(saved) => {
                close();
                setSaving(saved ? { saved } : {});
              }}
              onDelete={(saved) => {
                close();
                setDeleted(saved);
              }}
            />
          </Suspense>
        )}
      </ButtonPanel>
      {saving && (
        <Suspense>
          <SaveViewDialog
            list={props.list}
            view={currentView(props)}
            {...saving}
            onClose={() => setSaving(undefined)}
          />
        </Suspense>
      )}
      {deleted && (
        <Suspense>
          <DeleteViewDialog list={props.list} saved={deleted} onClose={() => setDeleted(undefined)} />
        </Suspense>
      )}
    </>
  );
};
